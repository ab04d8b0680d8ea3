export { NotificationSettingsScreen as default } from './NotificationSettingsScreen.tsx';
