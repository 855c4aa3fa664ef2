print("n4md")
