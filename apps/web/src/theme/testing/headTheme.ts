import { applyTheme } from '../applyTheme.ts';

// As the script in the page's head does.
window.applyTheme = applyTheme;
