export { NotificationSettings as default } from './NotificationSettingsScreen.tsx';
