import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Admin, ListGuesser, Resource } from 'react-admin';

// The stock login page: nobody is signed in, so every address leads to it.
const authProvider = {
  login: () => Promise.reject(new Error('no')),
  logout: () => Promise.resolve(),
  checkAuth: () => Promise.reject(new Error('no')),
  checkError: () => Promise.resolve(),
  getPermissions: () => Promise.resolve(),
};
const dataProvider = { getList: () => Promise.resolve({ data: [], total: 0 }) };

createRoot(document.getElementById('root')).render(
  createElement(
    Admin,
    { authProvider, dataProvider, requireAuth: true },
    createElement(Resource, { name: 'orders', list: ListGuesser }),
  ),
);
