export { NotificationList as default } from './NotificationList.tsx';
