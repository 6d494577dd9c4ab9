/// CIPhotoEffectMono: black and white with little contrast.
package enum PhotoEffectMono {
  static let filter = PhotoEffect("CIPhotoEffectMono", summary: "Low-contrast black and white.", table: table)

  /// The results for 13 x 13 x 13 colours: the grey value of each.
  ///
  /// Source: fitted on 4000 colours of Core Image's pixels, as smooth as they allow; curved surfaces where they have no
  /// sample.
  private static let table = PhotoEffectTable(
    size: 13, components: 1,
    """
    P////////////////////////////////////////////////////////5f09D//0///8P//9P///p////T////0/////b////+X////+nYfm3E9pMJj
    5D3lTuNoS2Xlu25WhWcrTyHL/lAsG/PnmEsgn//7UyHG/XHWN8Kf//9qO9o8eMZluH///2slLwxvnPc3///+ScMDQZ6zDfP///8paU4RciD4vz////hK
    kLQoJ1Pnf///+kIShKyDF89////8mZpSogu/Pr//2+X/8P0//f/443zriieHWf94f5RGUIRxXnxgjeBQ8fLPbxr/4r/Dthaf4deXfurl7VWFjcuV7EZJ
    cVw0xG7YW1fCMuJ8DmUM+hsETZQCQgpPKR6yQgGgLcFXacAIGOhuMIpECAAJBNjNRAgAEADMLf/////8v/j+v/b/t1/8/rv3Tvn/+/p/7f8Pz/15GUt+
    Va/6L/79aZez6ZlSMg/vjr/lHyj2vl418f9/P//gP6CTUX1uft4T43wYhl1FqYUeffoKSxEsEmCUmJVchRBwvjKE8lYDvls6c6QmIImD85QR6oAkSGQE
    c6GZAQAKCJyn//////+3D+f/f3+X8Pr69+/XPWOUv/8M/547pCTfc8v9v/yn//fXASUutPl2/+O9f8EMELzNA/+f/5//9NPttZQ+c8/j7/8MG6BD0z83
    NaeXXTWyPlzALZWTrE6DC4CGFS0SPPpWIkllaKMOouQG8slq6ZI5ARQGIFJ4GJAAHQwXOn/////9Jjn/P+q/l+3j9b86Jxm/+npnr1hEfGWHDw/4P/7/
    XQoX3py9P/l//L/+/8/9zcdtyta3+f5/8iskI+Yzz+f//4w//0/4fDDHy8Vjj33//L/HtTLhnzM1np6bq5Sy1Mi0ZhxWm8LgYjscjqwNMRA1pKB30xmQ
    AEK6RA1GICSIjsIQr////wAHsffHfY54vB2F8ZbUap4GQa+PL7Wd+sGajT6/l9n9/fbV4S0+H/pt9f4/8TOlxJMvDl/+NKEC7max3/rDH/b7ci4mcb69
    8m+Ukw1NXjCMvw94SHMRMEawS3XC4iSSRDGVRmImN8GBTYKgQKYKjJYP//+TImTY680QYkRk9WYWYgyMF1n4WLqmx2JDjf03ThhzVkhTbl19/p7fH8zM
    Glw9pdtf58VvchJAj9sPfemmJir1nK/P5ex6g51B9ePbTwbEzVYgZfLiksRExiZSpKpVMBEljgljKoCIgZETGP//7M0rML3d3eAgriVmcSGhGsZ0YIOJ
    YCQvF9dikZSJIQlHGYjkYIkMMrSqM35qBFCEum1R+/GYKRkGG0ud6XMHNTjjKGm2ImaxWNc+Hg1xFVVXBoJS4iBiolSEkqBiRiIQZJ///aDQhAgebxjA
    RE1REAxKgiamZIhkNCETdXsZGUgQEI45gUmQig0kj1aQIAkjNClJqVYkRkTUlZ1WJiIgLaQfdaiYqImAZEdwEVUxMwpKoiIKJiYMVRAxAxEChL//7I0G
    ZAF4u8AExECAAEJCJiYgREASEhMVFCAhgQoAm5jKCoREhAuIEDChAiIgxxGgmBAjFJDjOICQikoMTxmAKACSIwlExETAREGhUhEwMxEwKYiQmYiILT//
    8iZGRAM3VUIRMQIgAjYBARESBDKACAiYABEDAQkImZEhsAABAqmJMAAhEAGLqhgQEBMQiqqQiBETICmpgAgBEQEsQEBEBIQEIiAgJkYiKRAREAMRFG//
    /RCRCIAMzdjIRASEgFEIQEQAAAhYBEBAyACFAIBARESFEAAIDBQEgISAAIQMTAQEgIgABFVIAIABAExUBABIgABFxIRIQEAE3IwAQEBEQcSEQEBAyL//
    +BIQIBCJmZEYEICQAAMZCAgIAAERAAgJGBCDCJCAiACgkAAQgIiRgBAAkAkZkIkAkAAAGICZAAkhkAmoAAkAoIGCgIEIAICBqJCJCAgIioCQGAAZGQA=
    """)
}
