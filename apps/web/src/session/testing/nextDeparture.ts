/** Resolves with the next navigation target and cancels the navigation. */
export function nextDeparture(): Promise<URL> {
  return new Promise((resolve) => {
    navigation.addEventListener(
      'navigate',
      (event) => {
        event.preventDefault();
        resolve(new URL(event.destination.url));
      },
      { once: true },
    );
  });
}
