/// CIPhotoEffectTonal: black and white that preserves tonal separation.
package enum PhotoEffectTonal {
  static let filter = PhotoEffect(
    "CIPhotoEffectTonal", summary: "Black and white that keeps contrast and tone.", table: table)

  /// The results for 13 x 13 x 13 colours: the grey value of each.
  ///
  /// Source: fitted on 4000 colours of Core Image's pixels, as smooth as they allow; curved surfaces where they have no
  /// sample.
  private static let table = PhotoEffectTable(
    size: 13, components: 1,
    """
    P////////////////////////////////////////////////////////h//9P////D/////L///9P///2///9v///8v///t///+3///6f///7f///T8
    Pz3jkmFaFRcp/P/8/0/9rHKQrAAX9///rn///l/0mkJVH/aVvn//H//X/6f/lAwhT//6ZT78/+f/+Nv/h/SoP///ygtfPj9f+ee3+2T///+0JFf1z7/f
    jXy8P///lLpdJ9d/PnXF////lDDwW+c73+OIf///ZpWaU658Y44////ZoShAHrU/Hv///+TI0mI3d78f//h1fJPzDrEFEX+nv69OXHgoucIr//bx/+du
    CzpSK/Xv/H/4f//b9/3s0V4Q6l65/j/8P8hU4Yx1t8L/WC2240YcQhZu9Dh5dTFyN6WzLEOkIlBJc0JcjuGyEq0iRLHAMQIRyEHEhmyCIIRKBTlABIhI
    CADvb///8g17488ZrUgP+b4fboauDieM/R/z5aTBgrCQw/TT/56OSEkz768fj7f+n5f8X6DR/XXP08P/v8P/+WvWJ5blDIcvvXpwhiVUhhe6Ro2QTcYw
    0NX1WmGgokRsbCMVYgJAQ1JRaooRiMBJTgoAAiDEAxJP///8i78907jqe86AnY368MwSghzovLsd1Wcgje3w5D99bGyqHU6e37e3/+MIRVj979fr/8f7
    f//+kPiuxF4vHqVZ/0/9j/NIbiLeVK/vj+ntfOorSDwkPNfR3BEwmXnRuG6GRDFGwqOuUjAkGimyhWxkJArWmpWx////8H8/9VyPFdS5xAqad2egmJDx
    pp5Bnm6Zb6JfDKkY9J63sE9Uw8Pl5l9+DiuHVRh+H6P8+YQK/c659/j0//T6buvDi7340Xtp/Bb31MQpyvvOXtIaiJQZMOL9/CURADjwqTbbq5CBDH2q
    sygooJMDootX//+SRrMxmcZxvjKwTQCRHgeQmep6GC8tUkTImux5w58mFKaYcfv9sQC8Kg2X28PfXDHE21MGw/D6a/v8fC3PiLxe7W9uWPPy1N3vrEKf
    4bNnmZvXAl8t06SqAiUGsEYtOYgJRoEFI2iAkIq5WR4f/7QQ3MHVYvESAFIiVAYcBGLjahzBSwAgXF2oiZ0ZEpCeIgwYYmjYbYb+ItWQ1JIbctJ+NTHG
    6gAQ09P2+f4jbUVVVoUae0Y4mcZm58Yf5UliJmaztwy7nwqIgYJEtEprUBEAEUREl//BkABATVXdCA1BkADALCYqZMgqQ0IQONSsCAdBZCWKiLogI0JQ
    jze0qiYI1qM96PNqkKNLDCf1PatxExbDTQczG5mJmkG7RcMRE1V3MvbLpURUTVyhJ1qICImTCQy//REIQIjFVViMwASISAJCAqZADAA0EhNVGAkQwQAQ
    3UhgooSMgLV0ICECgkAfMFSDkQM0ivOxRiYAjStsvWdrkYmjUlR3WoiYKYE1knURAxUUBLJUQETABRoL/+iEAAQAJirCACIABAJQARETIhIggACBmAIQ
    jAARQFQEgJCIEE1UEIAIiYhWYAiGAISIJqAE4ABI1GWtQiZCRI0ENYzAQMCBEJIzEBEQEEhCkyUAAwIEgH/7ARAAARgYsAiIAAoKCgAACICRCEAATEDQ
    QIEIAIVAQIAYSAhA1ISICAgIFBUNBAgJBRQMAUAQAYiM3FyESJCQDB4iAAQkhAARIQEQISAkiJCIABCBy//gQAAAAkAigkIAIEYASEIiJCQAAMIkAGRk
    BCgEICBgAAREBCAiBkAkAEACBkZAIARAQiIGRgQkRAQmCqAEJAgAJkoAJCRCQiLiAAQCggJKAgAgAgQh//IAAgEAAQEiEjEgEiEGMhABAAEgIgABESEh
    JAAQAAMAISISEBAAEUISEgIxAAEQICEgAxITIAFBIAEwMBIhIAEANQAAIBQQEDEAABIQIwUAAAAAJSA=
    """)
}
