/// CIPhotoEffectNoir: black and white with much contrast.
package enum PhotoEffectNoir {
  static let filter = PhotoEffect("CIPhotoEffectNoir", summary: "High-contrast black and white.", table: table)

  /// The results for 13 x 13 x 13 colours: the grey value of each.
  ///
  /// Source: fitted on 4000 colours of Core Image's pixels, as smooth as they allow; curved surfaces where they have no
  /// sample.
  private static let table = PhotoEffectTable(
    size: 13, components: 1,
    """
    T////////////////////////////B3f/+z////7P///o//8X//6P//u///F//93//2f/+r//d4Gn0fq+umtJxmJ//d/R5d9Gnw6510rN///V5Oz+v/1
    9GMvHeCtv//Vt+v31/ZyQlXpRb//ufr8fhDiyIhK+P//U0PbXrXMQw72//7nPj15a3sKdG//+Aew/HLTScyb/w//gK7BBftrfCbw9v/1DAYw0zyw6fz4
    v/wFGEITx49/jAT/8hRjKVc+Xh3iAbj/4fpZ9GzVgmJiHbms8K/AUqRMx0fP2u3f5iYRGrQyV+L5P4sH/lh6QQTmFd1fY3/tqDNjhdXEhcanDgORCQjY
    JNWcyDqCVwUNIlgRuWgiSzKlLM8YELLE+YTRPIEwmCvikGMZEBCEdsw2ACEQ1DEVCxqEMIgiEMZjgA39v/D5oeSbRVmUNZ+Tg/8vofsKWORV9NnSb0YE
    14ivdzx6/No/k8bTWiE0eDo/4P7v/15feKMhQxVaJds+aiVLzhcY72gFFAUSDqEAwJUCCQMc0hVsegzyqDVTIQNYVEIVLQQRCAUxniU48KXCAEQREGAL
    xKAAQBiEFpAAIlX//6/H/9i8GyAyJm0/x+z+DpQVjMDlvHxf5v/l/h/uiGMoAZXxy5/1ZBhgONzVQTfu4v1x6TpAtVGj3fJ7deWW04ysZBIDz5GJAmFT
    gIIkuFGBIGYXCWdg3zLQjDsgAQpIYnjLBFhgEATQFCCVEBGCEAKjLCGcCGAEApAKEZqx5Sx8H//0k/9wGpa+jIFX3+cfk4puKRiQFPr8FPH5Bjoqglhl
    g/9H/xw5rAOOto0hm5FefceNRRIkzcn/AP/j96xlEhjKtFn9vmZpe9qiIMgt6D5owIQIQjBSE8dRnsEAgllbE7CJjBCCcAhQngENgAiGAYVLUUKAEGQA
    mAKlIOki4E/9/z8jGBBFkRI0zaaNB0sNYUce/B1834mKcIDY4Vq1CnNc5JVtfCjmZw5omlGISFOnmWcCTGAyLd4vJ9sfLaAJDCigzZtLcpZVmEQjACpb
    xUlCYQCpgSIa4kyIAIAmuKdD5mmEAQStkKdBkoAEQBBeYCBHxqQ4f8f7aQBKUGIyAAHDDqIUoLChXGK/l+L6iHMhLYZ1/Tr/+rswVUBS1sKvJ/V4feGg
    IwlGSLzbv3yuY8IhMm2cWf65kpGIBkTYMQo4dqiCEIjIIlGwkw3kCIQWIFLDZKwRAgCUCgLKwRAkCAY1nYQxCAAAIyrHAQwRugYny/X6+FoxnsEIhjBx
    2siMGYIQhosx+EPBAFRzpBR4Jv7+DRMgJUtW+ker8XUEwSnKt9vk//Fw++2YYQAIYkFGfLNkCAQlOkQ+diWhEAxHRQQSrHSAAAEQyAztsMoggAAARhax
    ABAAEIxjAQSABEAABjCARgkmgcw+Xv9PXjhauYBBKUZdKxCHAAIlTWDrpCIaBjCSjiwPnaQ4ClKlKYvJBRI0ZRrXHaKjsqoYMJQnOcEVADzDCAIBCQEa
    izAGABDEQNsq/IEQQCEogEz4IRgEAAAAQhSbQAGIIQCIxz3gAAIQBEQxipzOcoE+fj59dscMQAGIxBUtScLACEiCIzZ3nGYIQEdRMau9ahDKcIQKuBWW
    4YxlS9oxatkBRjGUqVgZm4jYRhGEYQhMhA4CgAAIBCCUcGoIQgAIBgBBkQEAAgCQBFMIkIRBAIZEKQFoQBAAAgEUQY+JikATTl0576Y2AEIxiCOlZRqC
    AhkKEVq0hMEASIUgj5TiCAIRhEhA0lUAZRnKUJpIkAKEJRnKBE1SEjCMBRjEJjDIGEBRBAEgjOmGEAAgEARlQICEIggEIhkMCMQQgAIhEIAQIRACAAjG
    IYXUhBhHhrvvtpjQAQhEIAaShGYABCMQQyrKEgAgEIhgnOUAhhAEABEAUIhgCUIwgIhQgBGEJRhARjDCKAIwDCFBkIMMIQDCIAEKQgYAhAIZBEMxQwAC
    AACEIghhgAAABAIYxghAEAACEQhCE8BjEAVstd9MsJACAIQgDAUYTACIQBCAUowgAAQBECAYxgEEAwiAIAQBEEIQBGEQjCIAYQjAAYCGQQAwgGEYhCMY
    xhgGIYhiIQxjFAAIAkCQxkEGAIAAAIhDEIAIABAAgiCIQIQAEAAhCMQA
    """)
}
