/** The weights of the kit. */
const weights = ['var(--regular)', 'var(--medium)', 'var(--semibold)'];

/**
 * Lays out some text in each weight. The browser looks up the fonts of the device with the first of it, which would delay
 * the first render. The web font is left out: its file would take bandwidth from the scripts.
 */
export function prepareFonts(): void {
  const sample = document.createElement('div');
  sample.style.cssText =
    'position: absolute; visibility: hidden; font-family: var(--font-of-device)';
  for (const weight of weights) {
    const line = document.createElement('p');
    line.style.fontWeight = weight;
    line.textContent = 'Doanh số ₫ 0123456789';
    sample.append(line);
  }
  document.body.append(sample);
  // Reading a size lays out the page at once.
  sample.getBoundingClientRect();
  sample.remove();
}
