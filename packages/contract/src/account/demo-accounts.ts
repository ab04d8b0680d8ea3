/** Password of all demo accounts. It is published, so the accounts exist in demo mode only. */
export const demoPassword = 'demo-Seller-2026';

/** The accounts of demo mode. The server creates them, the login screen and the launcher list them. */
export const demoAccounts = [
  { username: 'seller', email: 'seller@demo.test', name: 'Nguyễn Thị Mai', roles: ['seller'] },
  { username: 'shop', email: 'shop@demo.test', name: 'Trần Văn Nam', roles: ['seller'] },
  { username: 'staff', email: 'staff@demo.test', name: 'Lê Minh Anh', roles: ['catalog:admin'] },
] as const;
