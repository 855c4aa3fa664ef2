// The app's worker on pages outside the app, which install it for what the reader asks of it. Shared by them.

/** The app's registration, once its worker is installed with all files of the app. */
async function installedApp() {
  const registration = await navigator.serviceWorker.register('/news/sw.js', { scope: '/news/', updateViaCache: 'none' });
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  if (worker.state !== 'activated') {
    await new Promise((resolve, reject) => worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error(worker.state));
    }));
  }
  return registration;
}
