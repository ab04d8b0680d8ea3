import {
  BarsIcon,
  BellIcon,
  BoxIcon,
  CoinsIcon,
  DevicesIcon,
  HistoryIcon,
  HomeIcon,
  LockIcon,
  CheckCircleIcon,
  OrdersIcon,
  PaletteIcon,
  SettingsIcon,
  ShieldIcon,
  StoreIcon,
  TagIcon,
  UserIcon,
  UsersIcon,
  WalletIcon,
} from '@seller-connect/ui';
import type { ReactNode } from 'react';
import type { MenuIcon } from '../routing/routeTable.ts';

/** The icons that the route table refers to by name. */
export const menuIcons: Record<MenuIcon, ReactNode> = {
  home: <HomeIcon size={20} />,
  orders: <OrdersIcon size={20} />,
  box: <BoxIcon size={20} />,
  store: <StoreIcon size={20} />,
  settings: <SettingsIcon size={20} />,
  tag: <TagIcon size={20} />,
  coins: <CoinsIcon size={20} />,
  wallet: <WalletIcon size={20} />,
  user: <UserIcon size={20} />,
  palette: <PaletteIcon size={20} />,
  bell: <BellIcon size={20} />,
  lock: <LockIcon size={20} />,
  devices: <DevicesIcon size={20} />,
  users: <UsersIcon size={20} />,
  shield: <ShieldIcon size={20} />,
  history: <HistoryIcon size={20} />,
  chart: <BarsIcon size={20} />,
  scale: <CheckCircleIcon size={20} />,
};
