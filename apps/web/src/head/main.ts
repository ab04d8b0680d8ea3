// The only inline script of a page. It runs before the first paint, so that the wrong theme never flashes, and
// before the styles, for which a script after them would wait. The build inlines it and adds its hash to csp.json.
import { todayIn } from '../i18n/calendarDays.ts';
import { defaultTimeZone } from '../i18n/formats.ts';
import { language, locales } from '../i18n/language.ts';
import { hasStoredUser } from '../storage.ts';
import { applyTheme } from '../theme/applyTheme.ts';
import { sendEarlyRequests } from './earlyRequests.ts';
import { loadPageFiles } from './pageFiles.ts';
import { isSupportedBrowser, showFailedLoad, showUnsupportedBrowser } from './startMessages.ts';

/** Time after which a page without its application shows that it is loading, in milliseconds. */
const slowLoadMs = 4_000;

// The pages of the login area name their script themselves, and their forms work without it.
if (isSupportedBrowser() || !document.getElementById('page-files')) {
  loadPageFiles(language, {
    sendRequests() {
      try {
        return sendEarlyRequests(language);
      } catch {
        // What is stored may be denied or broken. The application sends these requests too, and says what fails.
        return null;
      }
    },
    onFailed: () => showFailedLoad(language),
  });
} else {
  showUnsupportedBrowser(language);
}
setTimeout(() => {
  document.documentElement.dataset['slowLoad'] = '';
}, slowLoadMs);
window.applyTheme = applyTheme;
applyTheme();
if (hasStoredUser()) {
  // The page has been parsed by then, with its styles.
  document.addEventListener('DOMContentLoaded', () =>
    setTimeout(() => {
      prepareFormats();
      prepareFonts();
    }),
  );
}

/** The weights of the kit. */
const weights = ['var(--regular)', 'var(--medium)', 'var(--semibold)'];

/**
 * Lays out some text in each weight. The browser looks up the fonts of the device with the first of it, which would delay
 * the first render. The web font is left out: its file would take bandwidth from the scripts.
 */
function prepareFonts(): void {
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

/**
 * Formats a day, a time and an amount. The browser loads the data of a language and its calendar with the first of each,
 * which would delay the first render, and is idle while the scripts are loading.
 */
function prepareFormats(): void {
  todayIn(defaultTimeZone);
  new Date().toLocaleTimeString(locales[language], { timeZone: defaultTimeZone });
  (0).toLocaleString(locales[language], { style: 'currency', currency: 'VND' });
}
