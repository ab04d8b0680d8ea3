export { CommandPalette as default } from '../command-palette/CommandPalette.tsx';
