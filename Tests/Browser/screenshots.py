"""Takes the README's screenshots: a phone's first screen, small."""
import os

from playwright.sync_api import sync_playwright

from newspaper import ROOT, Newspaper
from pages import by_name
from visits import CHROMIUM, Device, Size

FOLDER = f"{ROOT}/docs/screenshots"
PHONE = Size(390, 844, 2)
MOST_BYTES = 60_000
SHOTS = {"front": ("front", "day"), "article": ("article", "day"), "night": ("front", "night"), "devices": ("form", "day")}


def main():
    os.makedirs(FOLDER, exist_ok=True)
    newspaper = Newspaper()
    try:
        newspaper.start()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM)
            for name, (page, palette) in SHOTS.items():
                with Device(browser, PHONE, palette) as device:
                    device.open(newspaper.url + by_name(page).path, "networkidle").screenshot(path=f"{newspaper.folder}/{name}.png")
                newspaper.run("picture", f"{newspaper.folder}/{name}.png", "-w", "640", "-q", "60", "-o", f"{FOLDER}/{name}.webp", data=False)
                size = os.path.getsize(f"{FOLDER}/{name}.webp")
                print(f"docs/screenshots/{name}.webp: {size:,} bytes")
                assert size < MOST_BYTES
            browser.close()
    finally:
        newspaper.remove()


if __name__ == "__main__":
    main()
