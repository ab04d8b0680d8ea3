import { demoAccounts, demoPassword } from '@seller-connect/contract/demo-accounts';
import { Button } from '@seller-connect/ui';
import type { Language } from '../storage.ts';
import { signInLinks, type SignInState } from './pages.ts';
import styles from './sign-in.module.css';

type Username = (typeof demoAccounts)[number]['username'];

interface DemoTexts {
  readonly title: string;
  readonly accounts: Readonly<Record<Username, string>>;
}

const texts: Record<Language, DemoTexts> = {
  vi: {
    title: 'Bản dùng thử: đăng nhập bằng một cú nhấp',
    accounts: {
      seller: 'Người bán mới, chưa có gian hàng',
      shop: 'Người bán đã liên kết gian hàng',
      staff: 'Nhân viên: thương hiệu và giá',
    },
  },
  en: {
    title: 'Demo: sign in with one click',
    accounts: {
      seller: 'New seller without shops',
      shop: 'Seller with linked shops',
      staff: 'Staff: brands and prices',
    },
  },
};

/**
 * One form per demo account, which signs in without a script. Only the build renders it, into pages that the server
 * sends in demo mode, so neither the texts nor the password are part of the login screen's script.
 */
export function DemoAccounts({
  state,
}: {
  readonly state: Pick<SignInState, 'interaction' | 'language'>;
}) {
  const { title, accounts } = texts[state.language];
  return (
    <>
      <h2 className={styles.demoTitle}>{title}</h2>
      {demoAccounts.map(({ username, email }) => (
        <form key={username} method="post" action={signInLinks.submit(state.interaction)}>
          <input type="hidden" name="username" value={email} />
          <input type="hidden" name="password" value={demoPassword} />
          <Button type="submit" wide>
            {accounts[username]}
          </Button>
        </form>
      ))}
    </>
  );
}
