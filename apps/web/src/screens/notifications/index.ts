export { NotificationSettings as default } from './NotificationSettings.tsx';
