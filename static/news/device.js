// The device's description of itself: the fields of the context form. Shared by page and worker.

const kilometre = degrees => Math.round(degrees * 100) / 100;

/** The link, as far as the browser reveals it. */
function linkFields() {
  const link = navigator.connection;
  if (!link) return slowFirstLoad();
  const isNamed = ['wifi', 'ethernet', 'none'].includes(link.type);
  return {
    network: isNamed ? link.type : link.effectiveType, downlink: link.downlink, rtt: link.rtt,
    save_data: link.saveData ? 1 : undefined
  };
}

/** A long round trip, as the page's own connection took it, in browsers that do not tell the link. */
function slowFirstLoad() {
  const load = self.document && performance.getEntriesByType('navigation')[0];
  if (!load || load.connectEnd <= load.connectStart) return {};
  const rtt = Math.round((load.secureConnectionStart || load.connectEnd) - load.connectStart);
  return rtt < 150 ? {} : { rtt };
}

/** Whether the link is one on which pictures are loaded only at the reader's request. */
function isPoorLink() {
  const link = linkFields();
  return Boolean(link.save_data) || ['slow-2g', '2g'].includes(link.network);
}

/** Whether pictures may be loaded: by the reader's setting, otherwise by the link. */
function mayLoadPictures(settings) {
  return settings.images ? settings.images !== 'off' : !isPoorLink();
}

/** All fields of the device. The worker has no screen and no battery: it repeats what the page reported. */
async function deviceFields() {
  if (!self.document) return { ...await fact('device'), ...timeFields(), ...linkFields() };
  const fixed = { ...screenFields(), language: navigator.languages.slice(0, 5).join(','), memory: navigator.deviceMemory };
  keepFact('device', fixed).catch(() => {});
  return { ...fixed, ...timeFields(), ...linkFields(), ...await batteryFields() };
}

function screenFields() {
  const [width, height] = [screen.width, screen.height].sort((one, other) => one - other);
  const orientation = screen.orientation?.type ?? (innerWidth > innerHeight ? 'landscape' : 'portrait');
  return {
    screen_width: width, screen_height: height, dpr: Math.round(devicePixelRatio * 100) / 100,
    orientation: orientation.split('-')[0]
  };
}

function timeFields() {
  const now = new Date();
  const east = -now.getTimezoneOffset();
  const two = number => String(Math.floor(Math.abs(number))).padStart(2, '0');
  const local = new Date(now.getTime() + east * 60000).toISOString().slice(0, 16);
  return {
    local_time: local + (east < 0 ? '-' : '+') + two(east / 60) + ':' + two(east % 60),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone
  };
}

async function batteryFields() {
  const battery = await navigator.getBattery?.().catch(() => null);
  return battery ? { battery: Math.round(battery.level * 100), charging: battery.charging ? 1 : 0 } : {};
}

/** The device's coordinates; null if it does not tell them. */
function located() {
  return new Promise(resolve => navigator.geolocation
    ? navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), () => resolve(null), { maximumAge: 1800000, timeout: 8000 })
    : resolve(null));
}

/** The device's location, to a kilometre: requested only if the reader wants local news, and only by the page. */
async function placeFields(settings) {
  if (!settings.local) return {};
  const found = self.document && await located();
  if (found) {
    const { latitude, longitude, accuracy } = found;
    await keepFact('position', { latitude: kilometre(latitude), longitude: kilometre(longitude), accuracy: Math.round(accuracy) });
  }
  return await fact('position');
}
