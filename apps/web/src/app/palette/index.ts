export { CommandPalette as default } from './CommandPalette.tsx';
