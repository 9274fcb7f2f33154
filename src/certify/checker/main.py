if __name__ == "__main__":
    if len(sys.argv) != 2: sys.exit(print("usage: python3 verify.py FOLDER", file=sys.stderr) or 2)
    try: print("verified:", verify(sys.argv[1]))
    except Exception as error:  # whatever is wrong with the files
        sys.exit(print("not verified:", *[":".join(map(str, PLACE)) + ":"] * bool(PLACE), error) or 1)
