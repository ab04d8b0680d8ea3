// The only inline script of a page. It runs before the first paint, so that the wrong theme never flashes, and
// before the styles, for which a script after them would wait. The build inlines it and adds its hash to csp.json.
import { language } from '../i18n/language.ts';
import { hasStoredUser } from '../storage.ts';
import { applyTheme } from '../theme/applyTheme.ts';
import { sendEarlyRequests } from './earlyRequests.ts';
import { loadPageFiles } from './pageFiles.ts';
import { prepareFonts } from './prepareFonts.ts';
import { prepareFormats } from './prepareFormats.ts';
import { isSupportedBrowser, showUnsupportedBrowser } from './supportedBrowser.ts';

// The pages of the login area name their script themselves, and their forms work without it.
if (isSupportedBrowser() || !document.getElementById('page-files')) {
  loadPageFiles(language, () => {
    try {
      return sendEarlyRequests(language);
    } catch {
      // What is stored may be denied or broken. The application sends these requests too, and says what fails.
      return null;
    }
  });
} else {
  showUnsupportedBrowser(language);
}
window.applyTheme = applyTheme;
applyTheme();
if (hasStoredUser()) {
  // The page has been parsed by then, with its styles.
  document.addEventListener('DOMContentLoaded', () =>
    setTimeout(() => {
      prepareFormats(language);
      prepareFonts();
    }),
  );
}
