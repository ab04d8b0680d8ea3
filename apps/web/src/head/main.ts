// The only inline script of a page: it runs before the first paint, so that nobody sees the wrong
// theme. The build puts it into the page and its hash into csp.json.
import { showTheme } from '../theme/applyTheme.ts';
import { requestScreen } from './screenChunks.ts';

showTheme();
requestScreen();
