//! Tests of the bodies of addresses.

mod clued {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn an_address_is_read_and_written() {
        let long = format!("yajilin 1 21\n{} 16w\n", vec!["."; 20].join(" "));
        for (plain, address) in [
            ("geradeweg 2 3\n2?.\n..1\n", "https://puzz.link/p?geradeweg/3/2/2.i1"),
            // white 2: 4, black 3: 7, circles without a number: 0 and 1
            ("balance-loop 2 3\nw2 b3 .\n. w b\n", "https://puzz.link/p?balance/3/2/47h01"),
            ("yajilin 2 3\n. . 0s\nx . 0n\n", "https://puzz.link/p?yajilin/3/2/b200.a10"),
            ("yajilin 2 2\n1e .\n. 0w\n", "https://puzz.link/p?yajilin/2/2/41b30"),
            (&long, "https://puzz.link/p?yajilin/21/1/t810"),
        ] {
            let plain = read(plain, None).unwrap().puzzle;
            assert_eq!(write(&plain, PuzzleFormat::PuzzLink).unwrap(), address);
            let parsed = read(address, None).unwrap();
            assert_eq!((parsed.puzzle, parsed.format), (plain, PuzzleFormat::PuzzLink));
        }
        // the flag `b` changes only the picture, and a number `?` restricts nothing
        let flagged = read("yajilin/b/2/2/4.c", None).unwrap().puzzle;
        assert_eq!(flagged, read("yajilin 2 2\nx.\n..\n", None).unwrap().puzzle);
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("geradeweg/2/2/1g", 1, 17, "after 2 of 4 cells"),
            ("balance/2/2/.i", 1, 13, "'?' in place of a number"),
            ("yajilin/2/2/e", 1, 13, "beyond the last"),
            ("yajilin/2/2/4", 1, 13, "'4' does not begin a clue"),
            ("yajilin/2/2/4g", 1, 13, "'4' does not begin a clue"),
            ("yajilin/2/2/4.b", 1, 16, "after 3 of 4 cells"),
            ("yajilin/2/2/01c", 1, 13, "the number 1 has no arrow"),
            ("yajilin/2/2/-5001", 1, 13, "'-' does not begin a clue"),
            ("yajilin/2/2/A", 1, 13, "'A' does not begin a clue"),
        ]);
    }
}

mod nawabari {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    /// The addresses were read and written as those of a Slitherlink.
    #[test]
    fn addresses_have_digits_and_letters_for_cells_without_a_number() {
        for (plain, address) in [
            ("nawabari 5 5\n.3...\n.32.2\n.1...\n...2.\n....3\n", "nawabari/5/5/a3d32a2a1f2e3"),
            ("nawabari 5 5\n.....\n.0..1\n.....\n.2.1.\n.....\n", "nawabari/5/5/f0b1f2a1f"),
            ("nawabari 1 30\n?.............................\n", "nawabari/30/1/.zc"),
        ] {
            let plain = read(plain, None).unwrap().puzzle;
            let text = write(&plain, PuzzleFormat::PuzzLink).unwrap();
            assert_eq!(text, format!("https://puzz.link/p?{address}"));
            assert_eq!(read(address, None).unwrap().puzzle, plain);
        }
        // cells at the end may be missing
        let short = read("nawabari/3/4/b2b3b3b", None).unwrap().puzzle;
        assert_eq!(short, read("nawabari 4 3\n..2\n..3\n..3\n...\n", None).unwrap().puzzle);
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("nawabari/2/2/d1", 1, 15, "beyond the last"),
            ("nawabari/2/2/c-", 1, 15, "'-' is not part"),
            ("nawabari/2/2/7c", 1, 14, "no such clue at row 1, column 1"),
        ]);
    }
}

mod hitori {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn an_address_is_read_and_written() {
        let plain = read("hitori 2 3\n1 . 35\n36 999 2\n", None).unwrap().puzzle;
        // 36 = 1 * 36 + 0, and 999 = 27 * 36 + 27
        let text = write(&plain, PuzzleFormat::PuzzLink).unwrap();
        assert_eq!(text, "https://puzz.link/p?hitori/3/2/1.z-10-rr2");
        let parsed = read(&text, None).unwrap();
        assert_eq!((parsed.puzzle, parsed.format), (plain, PuzzleFormat::PuzzLink));
        // cells without a number at the end may be missing
        let short = read("hitori/2/2/121", None).unwrap().puzzle;
        assert_eq!(short, read("hitori 2 2\n12\n1.\n", None).unwrap().puzzle);
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("hitori/2/2/12345", 1, 16, "beyond the last"),
            ("hitori/2/2/1_34", 1, 13, "'_' is not part"),
            ("hitori/2/2/12-1", 1, 14, "'-' is not part"),
            ("hitori/2/2/-zz111", 1, 12, "no such clue at row 1, column 1"),
        ]);
    }
}

mod numlin {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn an_address_is_read_and_written() {
        let plain = read("numberlink 2 4\n1 . 1 300\n17 17 . 300\n", None).unwrap().puzzle;
        let text = write(&plain, PuzzleFormat::PuzzLink).unwrap();
        assert_eq!(text, "https://puzz.link/p?numlin/4/2/1g1+12c-11-11g+12c");
        let parsed = read(&text, None).unwrap();
        assert_eq!((parsed.puzzle, parsed.format), (plain, PuzzleFormat::PuzzLink));
        assert!(read("numlin/2/2/1g1g", None).is_ok());
        let letters = read("numberlink 1 2\naa\n", None).unwrap().puzzle;
        assert!(write(&letters, PuzzleFormat::PuzzLink).is_err());
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("numlin/2/2/1g1", 1, 15, "after 3 of 4 cells"),
            ("numlin/2/2/1g1gg", 1, 16, "beyond the last"),
            ("numlin/2/2/1.1g", 1, 13, "'?' in place of a number"),
            ("numlin/2/2/1-1", 1, 13, "'-' is not part"),
            ("numlin/2/2/111g", 1, 14, "a third `1`"),
            ("numlin/f/2/2/1g1g", 1, 8, "flag 'f'"),
        ]);
    }
}

mod nurikabe {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn an_address_is_read_and_written() {
        let plain = read("nurikabe 2 4\n1 . ? .\n. 16 . 300\n", None).unwrap().puzzle;
        let text = write(&plain, PuzzleFormat::PuzzLink).unwrap();
        assert_eq!(text, "https://puzz.link/p?nurikabe/4/2/1g.h-10g+12c");
        let parsed = read(&text, None).unwrap();
        assert_eq!((parsed.puzzle, parsed.format), (plain, PuzzleFormat::PuzzLink));
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("nurikabe/2/2/1gg22", 1, 18, "beyond the last"),
            ("nurikabe/2/2/1g", 1, 16, "2 of 4 cells"),
            ("nurikabe/2/2/g0h", 1, 15, "number out of range: 0"),
            ("nurikabe/2/2/+3e8i", 1, 14, "number out of range: 1000"),
            ("nurikabe/2/2/_i", 1, 14, "'_' is not part"),
        ]);
    }
}

mod packed {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn an_address_is_read_and_written() {
        for (plain, address) in [
            // 001 201 00: 1, 2 * 9 + 0 + 2 * 1, 0
            ("masyu 2 4\n..wb\n.b..\n", "https://puzz.link/p?mashu/4/2/1k0"),
            // borders 01 01 of five bits: 01010, and 110: 11000; marks 100 002: 9, 2
            ("moon-or-sun 2 3\ns..\n..m\naab\nccb\n", "https://puzz.link/p?moonsun/3/2/ao92"),
            // 00110 001: 4 + 2, 4
            ("simple-loop 2 4\n..xx\n...x\n", "https://puzz.link/p?simpleloop/4/2/64"),
        ] {
            let plain = read(plain, None).unwrap().puzzle;
            assert_eq!(write(&plain, PuzzleFormat::PuzzLink).unwrap(), address);
            let parsed = read(address, None).unwrap();
            assert_eq!((parsed.puzzle, parsed.format), (plain, PuzzleFormat::PuzzLink));
        }
        assert!(read("masyu/2/2/00", None).is_ok());
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("mashu/2/2/0", 1, 12, "after 3 of 4 cells"),
            ("mashu/2/2/000", 1, 13, "beyond the last"),
            ("mashu/2/2/0r", 1, 12, "'r' is not part"),
            ("mashu/2/2/01", 1, 12, "a clue after the last"),
            ("moonsun/2/2/o", 1, 14, "ends within the borders"),
            ("moonsun/2/2/o00", 1, 16, "after 3 of 4 cells"),
            ("moonsun/2/2/oo01", 1, 16, "a clue after the last"),
            ("simpleloop/2/3/0", 1, 17, "after 5 of 6 cells"),
            ("simpleloop/2/2/w", 1, 16, "'w' is not part"),
            ("simpleloop/2/2/1", 1, 16, "a clue after the last"),
        ]);
    }
}

mod slither {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    /// Reads a bare grid.
    fn grid(text: &str) -> crate::formats::Parsed {
        read(text, Some(crate::puzzle::PuzzleKind::Slitherlink)).unwrap()
    }

    /// Two of 200 collected addresses contain such a clue.
    #[test]
    fn a_question_mark_clue_is_read_as_an_empty_cell() {
        let puzzle = |text| crate::formats::read(text, None).ok().map(|parsed| parsed.puzzle);
        assert_eq!(puzzle("slither/3/2/8.0h"), puzzle("slither/3/2/8g0h"));
        assert!(puzzle("slither/3/2/8.0h").is_some());
    }

    #[test]
    fn addresses_of_all_sites_are_read() {
        let grid = read("3.2\n.0.\n", None).unwrap().puzzle;
        for address in [
            "https://puzz.link/p?slither/3/2/87a",
            "http://pzv.jp/p.html?slither/3/2/87a",
            "https://pzprxs.vercel.app/p?slither/3/2/87a",
            "puzz.link/p?slither/3/2/87a\n",
            "slither/3/2/87a",
            "slitherlink/3/2/87a",
            "slither//3/2/87a",
            "slither/3/2/3g2g0g",
        ] {
            let parsed = read(address, None).unwrap();
            assert_eq!((parsed.puzzle, parsed.format), (grid.clone(), PuzzleFormat::PuzzLink));
        }
        assert_eq!(
            write(&grid, PuzzleFormat::PuzzLink).unwrap(),
            "https://puzz.link/p?slither/3/2/87a"
        );
    }

    #[test]
    fn the_last_clue_may_extend_past_the_grid_and_long_runs_are_split() {
        for (text, body) in [
            ("..3\n", "hd"),
            (".3.\n", "gd"),
            ("333\n", "33d"),
            (&format!("{}1\n", ".".repeat(41)), "zzgb"),
            (&format!("1{}1\n", ".".repeat(23)), "bzgb"),
            (&format!("{}\n", ".".repeat(20)), "z"),
        ] {
            let address = write(&grid(text).puzzle, PuzzleFormat::PuzzLink).unwrap();
            assert!(address.ends_with(&format!("/{body}")), "{text} gave {address}");
            assert_eq!(read(&address, None).unwrap().puzzle, grid(text).puzzle);
        }
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("https://opt-pan.github.io/penpa-edit/?m=solve&p=ZVJ", 1, 1, "penpa-edit addresses"),
            ("https://puzz.link/p", 1, 20, "no '?'"),
            ("https://puzz.link/p?tapa/3/2/87a", 1, 21, "'tapa' is not a kind"),
            ("slither/", 1, 9, "ends too early"),
            ("slither/3", 1, 10, "ends too early"),
            ("slither/3/2", 1, 12, "ends too early"),
            ("slither/3/2/", 1, 13, "0 of 6 cells"),
            ("slither/3/2/8", 1, 14, "2 of 6 cells"),
            ("slither/3/2/87ag", 1, 16, "beyond the last of the 6 cells"),
            ("slither/3/2/87a1", 1, 16, "beyond the last of the 6 cells"),
            ("slither/3/2/m", 1, 13, "beyond"),
            ("slither/3/2/8f", 1, 14, "'f' is not part"),
            ("slither/3/2/8A", 1, 14, "'A' is not part"),
            ("slither/3/2/87a/x", 1, 17, "'x' after the cells"),
            ("slither/f/3/2/87a", 1, 9, "through every vertex"),
            ("slither/v:/3/2/87a", 1, 9, "variant"),
            ("slither/4000000000/2/1", 1, 9, "1 to 1000 columns"),
            ("slither/2/0/1", 1, 11, "1 to 1000 rows"),
            ("slither/1/1/e\nmore", 2, 1, "'more' after an address"),
        ]);
    }
}

mod sudoku {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn an_address_is_read_and_written() {
        let plain = read("sudoku 2 2\n.1..\n...2\n3...\n..3.\n", None).unwrap().puzzle;
        let address = write(&plain, PuzzleFormat::PuzzLink).unwrap();
        assert_eq!(address, "https://puzz.link/p?sudoku/4/4/g1k23k3g");
        assert_eq!(read(&address, None).unwrap().puzzle, plain);
        assert!(
            write(
                &read("sudoku 1 4\n....\n....\n....\n....\n", None).unwrap().puzzle,
                PuzzleFormat::PuzzLink
            )
            .is_err()
        );
        assert_refused(&[
            ("sudoku/4/5/z", 1, 10, "5 rows and 4 columns"),
            ("sudoku/5/5/zk", 1, 10, "a side of 5"),
            ("sudoku/4/4/5u", 1, 12, "value out of range: 5"),
        ]);
    }
}

mod rooms {
    use crate::formats::tests::assert_refused;
    use crate::formats::{PuzzleFormat, read, write};

    #[test]
    fn an_address_is_read_and_written() {
        let plain = read("heyawake 2 3\n2.0\n...\naab\nccb\n", None).unwrap().puzzle;
        // between columns 01 01 in five bits: 01010; between rows 110: 11000; then 2, 0, and a room without a number
        let text = write(&plain, PuzzleFormat::PuzzLink).unwrap();
        assert_eq!(text, "https://puzz.link/p?heyawake/3/2/ao20g");
        let parsed = read(&text, None).unwrap();
        assert_eq!((parsed.puzzle, parsed.format), (plain, PuzzleFormat::PuzzLink));
        let road = read("country-road 2 3\n2.0\n...\naab\nccb\n", None).unwrap().puzzle;
        let text = write(&road, PuzzleFormat::PuzzLink).unwrap();
        assert_eq!(text, "https://puzz.link/p?country/3/2/ao20g");
        assert_eq!(read(&text, None).unwrap().puzzle, road);
    }

    #[test]
    fn an_invalid_address_is_rejected_with_its_position() {
        assert_refused(&[
            ("heyawake/3/2/a", 1, 15, "ends within the borders"),
            ("heyawake/3/2/wo20g", 1, 14, "'w' is not part of the borders"),
            ("heyawake/3/2/ao20", 1, 18, "after 2 of 3 rooms"),
            ("heyawake/3/2/ao20g1", 1, 19, "beyond the last of the 3 rooms"),
            ("heyawake/3/2/ao.0g", 1, 16, "'?' in place of a number"),
        ]);
    }
}
