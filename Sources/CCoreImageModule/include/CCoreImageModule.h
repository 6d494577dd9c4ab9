// CCoreImageModule
