export { NotificationPanel as default } from './NotificationPanel.tsx';
