export { NotificationPanel as default } from './NotificationList.tsx';
