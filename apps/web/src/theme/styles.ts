// Order matters: design tokens, base rules, fonts.
import '@seller-connect/ui/tokens.css';
import '@seller-connect/ui/base.css';
import './fonts.css';
