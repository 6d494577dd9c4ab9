/// CIPhotoEffectProcess: cool tones, like those of cross-processed photographic film.
///
/// Formula: rgb′ = decode(T(encode(rgb))), T : " a table of " 12^3
package enum PhotoEffectProcess {
  static let filter = PhotoEffect(
    "CIPhotoEffectProcess", summary: "Cool vintage look.", hasLimits: false, table: table)

  /// The results for 17 x 17 x 17 colours: red, green and blue of each.
  ///
  /// Source: fitted on 4000 colours of Core Image's pixels, as smooth as they allow; curved surfaces where they have no
  /// sample.
  private static let table = PhotoEffectTable(
    size: 17, components: 3,
    """
    L////////////////////////////////////////////////////////////////////////////////////////////////////////////////8f/
    ///////////////////////////////////////////////////////////////////////////////////////////////////////////////6////
    ////////////////////////////////////////////////////////////////////////////////////////////////////////////////////
    ///////////////9frwP4/8KP4/j///////+P//6+P///////8f///1j////////9f//+vr//////////4///+vx////////////r//jX///////////
    /j/9ev/////////////r/6/+v/////////////X/Xr/////////////44/4//////////////+tf/8f///////////8eP/X///////////9f8f/H////
    ///////j//H/61////////1+jxj/P+9/j0f/5/e+v54/rvyvNRnpBx+2KpxnPHvofGEOVjH////////9f657zrWPz3v7vjzmevlf4+8ji/4nUhnmv8G/
    571Pj347r//zj4v/////////4/+q8xHJ5y/////9x3YP///Sr/w3/HeN77zwfib838eOs671Oz+Z35///////////8f/xGrcCBSyP/////z948eX///1
    zP+Hn6zx+pnPcV9QvM/Nbvqv/rzH5////////////1//49dLh749zm6////O+///tx////hcfj8j/raInr40Pz8+fHHjlf83Wd7/z///////////6//+
    PjkddZHR12PzPH//////////zzx///////6+Z///qHjD/raz/O79cRuZS61nz7z/9////////////j//x9cD8b6ftcILkf////5vf1q///9Tr/rvSZPT
    67F78/OqXzz1ev//f//////////6//+v1lf1NfHrRu//iZ/4g////8/PX+H79PfUUvdfuLpeHOf3Mc+Mf///P//////////H//6/wMf+l49c9y1iB3k6
    zz4J1BLr66wdj5rvWV7UC9/////n/////////9f//r0o+tR//4uv6vP//Ir///d4///0vP/+OT/gDw5Mm4i98f8nn1Vbm//////P////////+P//UWo2
    PG6/x36////Hiv//////////////g/P//////////nC3o+WrlSceevu73+767ZNV////+f////////X//FMCT1R//9aX///////1uf//////////////
    /1Wv///83H///////9zr///kn/7D/2M+b9ful61v+e7OM///3////////1//j0z+AP/qD///6Q/////xk//5mv/+hj/24/5K/2X/sH5uvml/IbXs76+f
    ///////8f/r6A/4A//gL//6J//Er/8teHXLr2F+SPyF+RjuOMsfyvPmPn9f///////4//H8Ff4J/+AP/gr1I/bi3WTGzHsR9uvkV+wvcjHXj33v//X//
    /////9f/j6J/oL/BH9Faa7a2Y242a7eO3ju9Z38e9dfax5+v0vj////6jev79j8fH3/maZj8TwvPzT9caq1/kz0tXs3xx7iOt3F5+c53/+v/j6/8/54/
    XRxy/81XiNPr7HeT4/BHzrvx0I3y+aUB8z1HQv8+f+qXtrv6XxWz1iv817ea8P63H/niPjxej/Xke/refkRFNI49L//SH793/na+FPv4Xr4+PX/84+/r
    HrX8z79eY/sV41qvtvCFVnO37lf/9XXXof8wDWI5fPq9Qx9j36vrf/x/Wf20PM5BvGiB+Kc/Xxr//9/t/4Of+g/v6v6f17788a/Hx75XW8lDT7VrQrev
    jM60f/iuf/rD//////s6/8OMfa+eufXj9cZ3/3wlPMXjnH8c5S3Qg+v63nk/2D/46j//8dx//2J8+rq31Z/sR9PQFXHG6/vIJhWivPnXjX9zr/7u///x
    4rxjV7rlx4r38IZWkPfxxxH+/bDsnmc4Wv8HN9T/4rhDTnmZi5n/vvEcYwc9j4w/z8/H+ILYByvzQjgf/Xt/vi//////////ox/////8tf/5xj3UAJx7
    lPweP897661wiIE4j3Q/sc7E/vnr/////+nH7Q//LtIXG33/WuKqPvA49Z78UQUVHzMf981/+4X/////////6l//////////////3jn/////Sj//8A0C
    qpR81Ofnfqvrh8n6BEQCS6wY0q////MX+Zf+hP/0DqFAThzMapjLnqvUCGEFgjAjQH/YOyWnpBAEEh2nnD/ifhbz4AAMCIIgBIdk5RJAAQAgACEqrX8+
    d+fxfAKSBMBAkhShkgIQAEyAYTDXyeq8131xP//////HnFcQ/zjX//7ef/r/n6/44+3z14jIxmPtXS+Ne/mHx+pnpvs8+Kwwtn685/jHj//+f6+fj5/X
    1j37mMT41+OzMZjolrY13vhc/lb6NuMVFes8/E6/zwcKFpONP+Uv4le14ufvy+PVfz+B+RIoZwGZ/rNdNfGt/9z9eja8/Pf/pV3EZF6X6ri0sfs/eWJi
    pShYwq/xv//nzH//gc4yPPiNHFeXv418PHNff774/Ol7zkSg+MY3xivrUf+aPxzW/p/RWe8iizlyP546//x3n9VrycxCoPpR8QL+xiPdfiP599PSg055
    EP8Hx45X/dVjj97NguMZ8WfENVX+s/j////MD/S743219LFUnPhO/a4jxv/UmTBQKWOL494/3kfH8Z/sLxiPjUfz8v43nxs/88L/hzz/8eERLDynOBOL
    /r7/j//+B+///v6683xojicX190vnR/XO96jHveaFkrJH9sfzzH////+v43ux////+b1////+uh/tT/PR4snn4995/jqb18TOfCYQADg+uD/X7v////f
    jj///9Df//////53Xoz///DX9DHGGwtkUPns+vwiEChLH//kZ////////+64//////4m//////+L6//A3/JH/7Ry4uDHiBlwx/msfEGGYCwRRPxC/cY2
    dwAwdtSTKKKQ6Fapfv4DSVEQD6K9BcsZAyp3A2BKJDcshMb1P8egQgiIColEbgeSkjghotFhJO+O+s6/4OOEU0kASgmjkiYKIgJAFBozRVYp+m/81r//
    //////8dnlxrnmf/5s/97x//x/31/1uOlvFxx8cx8RvGseP735Uz78fW/NjiKms/Xod3XWdH8ecxvifr3j7ddeP9pH+Vf/Hf6OPGgh9xuhxUjl4+tM8e
    8ZjFdez58L6nnz74j1XHLn+Fsz1/Hb/MeQggFcf/EpYX/++PH9a+S8cRXU63zvaxxWcz1Pn9nxj7nkMI4xT8Uf/4B+eJ/+5+PriuzutvX6xH7/Pzf18V
    96Xx/8uvu9owSBpiCuV/9fiP/YH/HvfMn5r1/G78/19dL+X78d9Pzzx5eSHAhlclfOI////gj81f/nxn/TQE/IjHngNnE/XR9crL2IBDQxjFfrC57/k8
    68cfr9tHW8A1PzPj+lsDzn/PXmRsACAiqGcE/mPgjnjMng4njtfn/FfU+c++NcMXwIGSgAYiPB4/oe/F1vvP38LzM86Hxnx/zAqev48c//IH/r710rDa
    T0L//ET/h4////////////////9s//////////////////X8cf////////////+fzP/////////////Fx////+bI+tF3+qz/zvj9UFGfoWkASS/2H/7e
    v///////////8Y3////////////////////ea/////////////////////////////wJ////////////////////711//+Hn+7CM5i+PGmPoZ5/CmAaJ
    yD/9sf///8if////0l/////xh/////////////////50P/////////jY//C1UnTrIqYzrfP/HXx+hKSgCCeCP/+tL/9gBj+Wv/vjvrNIoIODxbnXHmd/
    CKJAFEQBwH9yP4uEo/3obFigYmCYtWY7jrpNFAEEBBiPZPuD+mfqY3htEoGYGcHrcyegSmSigyCBsK0OAMEwoIkgEMhjZGuox/////////4E4vi9vX/3
    lf/+ev8/VL//4zEdro8xzrGsnk0VgnE3Md9rg1ue4eL/GN8efHkx60IGzx0ve6LfXHNT44vk15EfkchRqK+Mr4cfQj/mB9l+PGL791+PrG73oaffO4jF
    2Z/keYSwBSHhV8LX8/NiT+sRvGp8d+Rj48ylr3DXFWV+X5gJFRDoL8CP4pfPgcuqt+89I7r1QvOs8OM///hz7nksKE0IR/0V///4of//+U//d1/EdfqP
    8+RhZHnx/40PzUnOp5nkJWAyriMYH//+HX/55LWeXVYjjrErOu/8z4/rfubn9WeWQQrUZABP/qNVXnzPfrwP5349Wsgqzrgd6+P0eSchFo2BsTyvg8/5
    /+uPj9R+Pefz1Gv3WpO+PCfnvxhf//f5/GBsgIFoco//71n////////5vX//////////xjr/xe/93wD99OPo9dj72fHwfX6/6/z6OUigdA8LH9XH////
    //////////////////////////+vHX////////////////////////////////////////3/3/v////////////j/WP//////////z4X////+uar7871
    hfXxeWx94/n1+lmidA8AqT///7if//////////////////5F///////////////////////////////////x4+P/////////////////////////////
    /PY////////////////////////HO//////58dfz4khz7/H9ZH84+cfjr9C8AcAfwT///pD///////+DP//////////////////////7B//pY///////
    /////////8Z5///////////PrhLNDrWc/iz/fq4f8c7z+k0CiQD7B//5uf/////////iD/////8wP+0ZH1xdyAYTxkJcZSjHwpBDAyB8h/yF/+KNxbPH
    PmehHHCZiy9VepoLngMokKweWso9GOHX9Eg5/nhgQGS4U4zxk4rQZCYLKuDJFAUxiCaEGjMlSioIM8Yj9/n1/////////+krfJ0Z/Df7J//8m/+NX/1r
    CAtRH8zXnau6hgWTZClqdTlrcwep+RH6nH4F9XSUv6DIwC03cmK+xuFFQDw4g/H54/1OP/YL5qNZ69HDz2Rr4+nR+e3/Wl+X3hDhY8OMRH6wf0h//M9e
    XyMy/zWvrXXxX98/mmv6/GKZ8vuDFIUYoHSHhL/8keBfjiozP5FmuvXD588GJ/73XM8hIMJKAPAf/hv9xN/Hjzd1jiV4jz/PrPB1m4+PsbudsAhWAQeK
    H8If/iD/9nXKNq/XOV44+XE4jXk/rrtvZAlCWLQRf4wP1UcjMPiJ5/vPUePhv365WdTsdQdsEkSjsIrX8IwV/557/qteVj/ir9+++Pr/BHOXn/x1fB2A
    JQkryF5OP//qB51v73X6xCHO+hE3N8bhoH3+fj0NwBBFwf+wP//////k3////////////87z////////////////////////A8fvb//Yevxj/l9fVTOe
    /rrXjOP8/h/oXQPCH0T/+Ef///9RP////UV///////////////////fL///////4/Ef/5kz8j/FRkL83e+seBj15H9K4I4D/0l//+Af/////wB90f///
    //////m7//8v4/jrnG+OK+futR1Xj+cYicx+fgXAIEMH5J///yB/3lf///4C9cX13XvxOfOPil0pcZ94zw/+PAkpMPkj9pf5J/4pdYYD/HY38aoFeVTM
    g88HXfXAbBkDYG0cgfpD/BfkDuK8e6nFqDgkB4tbPzSlhEm0JKCGieArIeDoOLBBaBAysXS///zj/////////Hqp9Mf6d/+pPxk/y7/zEtTqVQMeclAh
    yyldB842nCAmIwj+OD+Af/m8JrEAs761pFOXkulRDEhAUZAmFZQUfTvSRTW4+ax+DeSAajiqpoSCABSTAsAooKbhdaFe//jm/2sLXgVzHtKpDshQQgiB
    AMNAnduqW/o6f0c8jbj8GsY//ych5BBUEsAYa8AawM6nPLXfjf13K63W/jPr2fP/i+DOQEyQEwUj4UaEXEMu701mCfHx47894/E/jmFOSCQpQBEIcQKE
    e5xbf+vVunNre7x8Y591vVYeyEwGQUaK9UqS7i7eLuWI64scsY6boO+jZDADBtwQ+ND//3y//iK8VeOPx78yRHFXz2PqN9+sfAygACBG0PylhP//98V/
    /0h+PJ35z/j8D5OMDisXPnOC/wLQFA6S9IdRXvOPhZ5o/70/ym/mQK19RHPOZ/WVv6NxAoLRekvsD//////y4///////+C//K997419O+/r48R/v57ji
    MabH+vhWSgHaXIHuX/6m+bVY+L4us6j8d5+bwcNAzrHf3oSUZEWD2XmB8E/+dV/rm/+sTd3z59Do6US8PGfHr3US2mHaGwkBwiYn7ETUfW49TlIKAAGN
    c6/iAyDKUkFEE6gIiSVaFZjEBwAXD3rP37+P////vX///////8f4g/9Af+G//hz/izu3/lz3lxZRlAvAmCxKJqZ3G0IgBRCS4o6B5KmAACgDCIAIIoOC
    cQQzKTRCFoRR0RCRgTLV6NOSdYcJVt+gZCILBYTBQWkWQRCqpGQjjciqmlkTwyAZAQBBLXBHAH2kYdYhcHPzFaT7f5dv48alsAEkIkVBgKhF1ERrkeYy
    9DW8Z84x/qVPDxNkAoMgAAowLR6M2s6jF6fNx/oqpX/meu28OSCSAQUIBQTUEmSNOIEZjfb+Mjv//XizeuHkhEAAw1iBxC7JuFaElQK9fF85fTr+cDMz
    wcoJEAKk/DXpD/+wJpBjM44jusKbwul67rhZ+DJBAAAgL6Q//+gP///zEe4PRdZfncOjeirn5GOl+PRygAkEdqP+Qv//9s///pP/ix41g6cir7x44OeS
    o/N8T6UkkoSF5B//YX///7J////wR//p9RV2YOCO+/i5X14yY8fM8CSgwLI5Q7R4g40fjPzfzxfidV4fOLK0j1Ws+OcJsmQbQyEAOgJl7046Hjzidv46
    ppGzkiccISUpAkAghHRDMe4hu/CPEiqRBRJZrOEJaBAaDIQEBJGzAkmTWDCMQUDQuS/////3r//////+v+IX/gn/0D/4b/UlW/mX3MzLRZhlCYDJAmJI
    qUyIgEJCIAgEFpAAooIBFtABoAcAtJhhBpIEIpAoGCAKRFpCGAwUV4AIJAYRBaCBSFwxZwtWowMkIlcqTjXphgkJgkBApKgsgSyrq52tQoSxPBXxqeGw
    ESSAAGVggAgw6i9XPmD1cTX0I4wfftdMsshAkgJFhERgkYgyePHTzf+TRqa3H/f1nibCgklCCAEgLRKhpWgBmqx+uPP7+evdD+pzw2CQCgkhggJWlaLD
    EOlHd8EIcb45rifXg2SAkiYK0hgD8kbQMGA8CLaEDwHmo+1np2ECEAEhgrwj/YXkCAIUbh9WIbUjXhfMX4Usog2FsH8of5MehPxJ6MahBqhmnGdaAr/X
    caMmAyLgfJX+UP+Qf9QP/iH6krcKJuMKqVnJ59LOFLIlCwOUOwGFSFTXUd1jjErHBPLc1Le8ekJKTAyAwCDSGHExFnxg54jLyUTGHAjnAQbDlIgMBBUj
    AKBKRLk4iRECAaCGUYZIZBBKACwCiEhYNgBrEGCaQo0hH///++v//////H+iP+EP+if8M/TMN5l7k2ywyG4LTIAZDMBiEiCiEEAECkUQiTCgFlGCSAII
    0gASQUggUwEUQiTAhAyAAUEAQGvRDAaABYISAIgspAoOUm4hBCGDQjwSQCCSgEwYAAEwCRDnAhUdoCEjXoz4YJJQIBBRRRBRZypiI+IFtRK7W/MVFR02
    QgQwQEAAUQRAQizHvePFdwmvB6mYnHTJJAKCJIQKQKYThWDaelgo/Fy5fvD6chAhAiAEACcpNAoEGEtvBRzzqOHWOemyCSAlAEEGFYFgFNBAwyFQThWj
    GOBJKCBJIBSBW0WEilACdFgIVEQYhYbECSZS2FsDYcFYI0lgBU6pLdwkaj+cilJYmFkjcD2R2lwB9QOpVFwCgGYVtxAhQHKEkShkjMJgQowVrCjM4ZNB
    CCCIlU0HIJClC0CAgIJBRbxVQCGqgBKGJzsqSIYLIKAJgKEEmQggRSbQABliZLBIJQKAICKISAIALCKESoQCJRwuP//++P/////8f4R/wB/BP8E+GaZc
    my7ZsEpyiwCWGEThMlEBJBAIkEoEIpQAyUCAAEEBI4BIAQIJIMJIFEhAAEBAkAEBAiEuAgCSSEUASYCKMElgAAFICEACIA8EMAAEEggIkGACQE0Ugiki
    QgBgvwwAJAAJAAAKAMgFNIIQgCWWZoKB02QgSEgQQSiQgQ0mQg2ohGsiMMQOGwAUiwkAUQGiQiAwmxgsFDRCFiOGSSgAgSAgAmAQGgAJMJOCUiQM0eGw
    kwASEiAAZKaACIBhApIPAzha8nBZAIJUMgAMBgAAARCggENQAia6znAbJahkylkGRAASGiqJhBQGSiernnEQXMIs5SsG0pAhLRFBUHRDChQQw3fEAMgN
    KQ8qJIKEAQI0jDSExAgBkEhGimQJBYgEykAEEgURCMJIkgUapwGmCQSEUWAgAAgUEARCRAaBMJYJwi0yAQCQUEAAEAkykWkEEYATNBJR//54//////H6
    A/QP4I+AemYLJEsyTIMgsEgkAkxJwiAAAASEUAEAQAUCQEAAQEAmDC0AAGAAgmACAEmgCSkiSEEEQEURwSwEE0QAAgA0wAVAJaABgogwIQPBCAYICJRT
    CIKKRJKBMJEApIgwT0w0QQACAACgyAC0CYKVAoBkpCIPBAJKRJCBKJARIQJUNAyYMCGhCSHTJCBJQJARARKaZSBAACQKOIEEM8NtIgAhIEogkAhEAoIB
    MpFUIBsqiUSECAyAkSigQQEACQEAFAbQQGCWASiiQmCQCkCkiioRAQJmTJFCIDIRBkJgsQ0ATAUAIBBAAAhBSDpIEk2kQGFYIACiAIAohIwESkSIUskt
    oEBpSSEpCQCQoqEYIQIhAoSRLILCKLJaRJSQBgIAQAgAAiCBAhKmmQCAwgAUESAkSkAEAEiAgQ0qgMMBMAAFAEBCASEAUgCAESSgxOJ+f/fH/////r4A
    +CfgDongBMAtkSDJEgsNgkhEgCiEiQigASQkCkUQ0YKIISAAISTOgGQkCCAigASACDATEwkCiggCAFoAAFEMFIghAlBAkuBDQSaaCBEA8EEAkFAIoJgA
    FkGEGnDRCUBmEQlokAAIgAhgggQCACHALgQEWIRAgnhkhEEJEkAFIkAFoIhIkIhECEEhggAkJFlQQAGSikiCiAASQkoCCKwSCAAQCAACEUCAAQUgSkgA
    SWqoaJkIAsQgQS0gCAiAAAgmEiQwgCIJQLCIDBKgEEgIJJAgoIAhJMNgBkwCAQCEySgFCJBFJIBElQCYSlBBsIgEGQikSgGlFAAhABJAoAkEAoEkgSUE
    GCEAFBCQQEAABEAIhGWwwEwAgwCECEgQYAQAAoApAoBIJgkAgFAEFAIIhAEBAJAlIlwkDgQwWiAiACQkCQAkEUUAAASlBKIwH+9f////9egOgOgeCKJo
    ElMmSWCwGASSCAQxgBgIElBAIEABgIJEggAEJIAsKBQKAIQRIAIIQAKBACCJKQBLUQATggAEAJAkIMEJElAEJoAhBJEAArABAAAJIBAQTBSRAYCCAJBC
    CKhHRBICJACQAYCIYDAgFhIAIAgIALBQRBAIYBAgFoEBAEIJkIBAIAIDTJAIBSQJIYQQQBBICKAACKKKSOCCAAGACQkQAQQQEEAAAASEkSBEFgJlQmxB
    QRLCAAQRBISBARBRSEEMEIswkGyYSAAQZCEJAlAAAJEFAgpgACQBCDIAKUJAlAhQgUAQCUSSgAGEQQQ0kgiUAkkUiQoASAABBADCKJAJSQJCQBUABFJA
    gAIJGGCQAASAkESACkAEEQEAEgAASoQILACAIaAKBIgAKASBARDIUABIAyCgCAUAUEwoBCBIEBEFBAloQDQO9f////8aJ4C0DgCiUACSAyGCwWAwASCA
    DQACKKAJISBBCIJRAQAACJISgFiiAgCSEAgCYIAAQIIBCQJSSJYSVAAEBEkINBNBEhFAEBAEAEBAFIYIIAACBARTRBRTBQQJBhIgABAEUSEgQQACSAg0
    EUEWUkQQUkAiEhggEtABAAIEgEFABBMGCCAiCgkBRJCQBBJQRARRDBAQRRCgBgwEERBCAYKCKBIAAACBAAAIBKCABQAEEEEBMBAkooAABIEgJBAEhIhg
    JIkJEgAsIIAgAFFCEQQEAECAggCAWQkCAACQUgEiQAEEECICAAQIAABLSIACKCLIQCAEAAEJABAAIFEkpEMGCCECEgAEkQAigAkAECEkQCiCiiQCUAAi
    gAQEoAABISSABiUUQSggAAiAgQEAAgCQkEAykgACCwkiSAgSkCECRCRJCQISCBYEADH/////GAMB4KoGAEQQSQUJIYJJIJAIAIQKABRRAQBKACAAIAIC
    CRAQAJSFAMFJAgokwiQgQSEEAASUAAEEQaIATBUAMBAoFgIAAAAEpAIABBEQSggAyFAJIAEAFMEAAJAEAAAgAUEAyEgGwIAKBJgAgJEgoIgAhAIUSQgA
    QUkSSAEgQASUEUEESIACIggAAEiCGhBRDBQCQBAAZChBgopQQQQIAYEEMBFAEIAAkIJEkBQCgkQAAmDDACAIABRJUBAAAoIgBAEoElAAoAkBFAABpQWB
    AACAMEFIhIgIsoghIgAgIIIgwEAAAACkCUkwQEAQEASQIRYSCCICAACAASCAIBYCEEMiAACRAAIKAAQgghIABAIggqQUkAQgCgAAkgiSEEEAQgAiiQYC
    BZAABRgwUASQoQJAQSQJMFBoIkgIJgIAAEAIAAEQgQAACkmBFY/////1QNBUDBEAAEEEBkkBgMEAEAEgCCAgACAkCQCAiQggAACCiAAQEAEgmiCAAAES
    kCEgCCAAAgCAEEABRLQQAKKAIQBgFkJEAlJEIAgEgCAkCQAiWggQAwUkCUEASAAkAkAKJJQRJSgEAEmIRbCRAgAggEJEoKCCgiAgSQEUASQggACQAkAg
    ykCIIQDCAIAIIKCAQBAAAAQJAUAlIwSQAAAGAAkgCCAQAAgAAkgWFBIQAABBQQBIIBQRCAKACAABBQACAJARQBACCJIAAQIEFEEAIIoIkJAgogABMlBC
    ACAAgiCAkAQIACgEgAkAAghIAEhIAAgIBAAJAEIAgJgIAggIIkABBgJIEAAIIIAFAABEEgIIgEgBJMqASgAkiSAAkCFBAYCBIASRBRBghgBKAyISIIAQ
    JMBEkpAAEhAAEBAIQSxCBCQJISgwQQ==
    """)
}
