export { ToolsScreen as default } from './ToolsScreen.tsx';
