/// A device whose screen is known by its name, since its browser does not report it.
package struct KnownDevice: Sendable, Hashable {
    /// Its common name.
    package var name: String
    /// The kind of device.
    package var kind: UserAgent.Kind
    /// CSS pixels of its screen held upright.
    package var width: Int
    /// Device pixels per CSS pixel.
    package var pixelRatio: Double

    static func known(_ word: AgentWords.Word) -> KnownDevice? { table[word.pair] ?? table[word.hash] }

    private static let table: [UInt64: KnownDevice] = {
        var table: [UInt64: KnownDevice] = [:]
        for (kind, width, pixelRatio, devices) in screens {
            for (words, name) in devices {
                table[AgentWords.hash(words)] = KnownDevice(
                    name: name, kind: kind, width: width, pixelRatio: pixelRatio)
            }
        }
        return table
    }()

    /// By screen: its pixels divided by the number that the system counts as one CSS pixel. Words are split as
    /// by `AgentWords`.
    private static let screens: [(UserAgent.Kind, Int, Double, [(StaticString, String)])] = [
        (
            .phone, 320, 1,
            [
                ("dream", "HTC Dream"), ("magic", "HTC Magic"), ("hero", "HTC Hero"), ("tattoo", "HTC Tattoo"),
                ("legend", "HTC Legend"),
                ("wildfire", "HTC Wildfire"), ("mb 300", "Motorola Backflip"), ("s 5570", "Samsung Galaxy Mini"),
                ("s 5830", "Samsung Galaxy Ace"),
                ("s 5360", "Samsung Galaxy Y"), ("u 8150", "Huawei Ideos"), ("e 10", "Sony Ericsson Xperia X10 mini"),
                ("palm pre", "Palm Pre"),
            ]
        ),
        (
            .phone, 320, 1.5,
            [
                ("desire", "HTC Desire"), ("nexus one", "Nexus One"), ("nexus s", "Nexus S"),
                ("i 9000", "Samsung Galaxy S"),
                ("i 9001", "Samsung Galaxy S Plus"), ("i 9100", "Samsung Galaxy S II"), ("droid", "Motorola Droid"),
                ("milestone", "Motorola Milestone"),
                ("incredible", "HTC Incredible"), ("sensation", "HTC Sensation"), ("evo", "HTC EVO 4G"),
                ("lumia 520", "Nokia Lumia 520"),
                ("lumia 710", "Nokia Lumia 710"), ("lumia 800", "Nokia Lumia 800"), ("lumia 900", "Nokia Lumia 900"),
                ("hd 7", "HTC HD7"),
                ("lt 15", "Sony Ericsson Xperia arc"), ("p 500", "LG Optimus One"),
            ]
        ),
        (
            .phone, 360, 2,
            [
                ("galaxy nexus", "Galaxy Nexus"), ("i 9250", "Galaxy Nexus"), ("i 9300", "Samsung Galaxy S III"),
                ("i 9305", "Samsung Galaxy S III"),
                ("n 7100", "Samsung Galaxy Note II"), ("one x", "HTC One X"), ("lt 26", "Sony Xperia S"),
                ("lt 30", "Sony Xperia T"),
                ("moto g", "Moto G"), ("xt 1032", "Moto G"), ("redmi note", "Xiaomi Redmi Note"),
                ("ascend p", "Huawei Ascend P1"),
            ]
        ),
        (.phone, 384, 2, [("nexus 4", "Nexus 4"), ("lumia 920", "Nokia Lumia 920")]),
        (
            .phone, 360, 3,
            [
                ("nexus 5", "Nexus 5"), ("i 9500", "Samsung Galaxy S4"), ("i 9505", "Samsung Galaxy S4"),
                ("i 9506", "Samsung Galaxy S4"),
                ("g 900", "Samsung Galaxy S5"), ("n 9005", "Samsung Galaxy Note 3"), ("htc one", "HTC One"),
                ("c 6603", "Sony Xperia Z"),
                ("c 6903", "Sony Xperia Z1"), ("d 6503", "Sony Xperia Z2"), ("d 802", "LG G2"), ("mi 4", "Xiaomi Mi 4"),
                ("a 0001", "OnePlus One"),
            ]
        ),
        (
            .phone, 360, 4,
            [
                ("g 920", "Samsung Galaxy S6"), ("g 930", "Samsung Galaxy S7"), ("g 950", "Samsung Galaxy S8"),
                ("g 960", "Samsung Galaxy S9"),
                ("n 910", "Samsung Galaxy Note 4"), ("d 855", "LG G3"), ("h 815", "LG G4"), ("xt 1254", "Droid Turbo"),
            ]
        ),
        (.phone, 412, 3.5, [("nexus 6", "Nexus 6"), ("pixel xl", "Pixel XL")]),
        (
            .phone, 412, 2.625,
            [
                ("pixel 2", "Pixel 2"),
                ("pixel 6", "Pixel 6"),
                ("pixel 7", "Pixel 7"), ("pixel 8", "Pixel 8"), ("a 515", "Samsung Galaxy A51"),
                ("a 505", "Samsung Galaxy A50"),
            ]
        ),
        (
            .phone, 360, 3,
            [
                ("g 973", "Samsung Galaxy S10"), ("g 980", "Samsung Galaxy S20"), ("g 991", "Samsung Galaxy S21"),
                ("s 901", "Samsung Galaxy S22"),
                ("s 911", "Samsung Galaxy S23"), ("s 921", "Samsung Galaxy S24"),
            ]
        ),
        (.phone, 320, 2, [("ipod", "iPod touch")]),
        (.phone, 384, 2, [("bb 10", "BlackBerry Z10")]),
        (.phone, 393, 2.75, [("pixel 3", "Pixel 3"), ("pixel 4", "Pixel 4"), ("pixel 5", "Pixel 5")]),
        (
            .feature, 240, 1,
            [
                ("nokian 95", "Nokia N95"), ("n 95", "Nokia N95"), ("n 73", "Nokia N73"), ("n 70", "Nokia N70"),
                ("e 51", "Nokia E51"),
                ("nokia 6300", "Nokia 6300"), ("nokia 5800", "Nokia 5800"), ("w 810", "Sony Ericsson W810"),
                ("k 800", "Sony Ericsson K800"),
                ("nokia 8110", "Nokia 8110 4G"), ("nokia 2720", "Nokia 2720 Flip"), ("lyf f", "JioPhone"),
                ("curve", "BlackBerry Curve"),
                ("blackberry 8520", "BlackBerry Curve 8520"), ("blackberry 8310", "BlackBerry Curve 8310"),
            ]
        ),
        (
            .feature, 360, 1,
            [("n 97", "Nokia N97"), ("n 8", "Nokia N8"), ("c 7", "Nokia C7")]
        ),
        (.feature, 480, 1, [("blackberry 9000", "BlackBerry Bold")]),
        (
            .tablet, 600, 1,
            [("p 1000", "Samsung Galaxy Tab"), ("kindle fire", "Kindle Fire"), ("playbook", "BlackBerry PlayBook")]
        ),
        (.tablet, 600, 1.33, [("nexus 7", "Nexus 7"), ("kftt", "Kindle Fire HD")]),
        (
            .tablet, 800, 1,
            [("xoom", "Motorola Xoom"), ("p 7500", "Samsung Galaxy Tab 10.1"), ("p 5100", "Samsung Galaxy Tab 2")]
        ),
        (.tablet, 800, 2, [("nexus 10", "Nexus 10"), ("t 800", "Samsung Galaxy Tab S")]),
        (.tablet, 768, 2, [("nexus 9", "Nexus 9"), ("mi pad", "Xiaomi Mi Pad")]),
    ]
}
