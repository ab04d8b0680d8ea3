import {
  BarsIcon,
  CheckIcon,
  ChevronLeftIcon,
  IconButton,
  LinkIcon,
  MoonIcon,
  PartnerMark,
  ProductMark,
  SunIcon,
} from '@seller-connect/ui';
import type { ReactNode } from 'react';
import { AccountForm } from './forms/AccountForm.tsx';
import { LoginForm } from './forms/LoginForm.tsx';
import { currentHref, pageHeading, signInTexts, type SignInState } from './pages.ts';
import { ReportPicture } from './ReportPicture.tsx';
import styles from './sign-in.module.css';
import type { Language } from '../storage.ts';

export interface SignInPageProps {
  readonly state: SignInState;
  /** Content of the privacy page, which only the build renders. */
  readonly notice?: ReactNode;
  /** Markup of the demo accounts, which only the build renders; null outside demo mode. */
  readonly demoAccounts?: string | null;
  /** Called before the browser follows the link to the other language. */
  readonly onLanguage?: (language: Language) => void;
  readonly onSwitchTheme?: () => void;
}

const partners = ['LAZADA', 'SHOPEE', 'TIKI', 'TIKTOK', 'FACEBOOK'] as const;
const names: Record<Language, string> = { vi: 'Tiếng Việt', en: 'English' };

/** Layout of all pages of the login area. */
export function SignInPage({
  state,
  notice,
  demoAccounts = null,
  onLanguage,
  onSwitchTheme,
}: SignInPageProps) {
  const texts = signInTexts[state.language];
  const other: Language = state.language === 'vi' ? 'en' : 'vi';
  const { page } = state;
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <a className={styles.backToTool} href={state.toolUrl}>
          <ChevronLeftIcon />
          {texts.backToTool(state.toolName)}
        </a>
        <p className={styles.product}>
          <span className={styles.tool}>
            <span className={styles.toolMark}>
              <BarsIcon />
            </span>
            {state.toolName}
            <LinkIcon />
          </span>
          <span className={styles.own}>
            <ProductMark size={28} />
            {texts.product}
          </span>
        </p>
        <p className={styles.arrival}>{texts.arrival(state.toolName)}</p>
        {page === 'login' ? (
          <>
            <h1 className={styles.title}>{pageHeading(page, null, state.language)}</h1>
            <LoginForm state={state} texts={texts} />
            {demoAccounts !== null && (
              <div
                id="demo-accounts"
                className={styles.demo}
                dangerouslySetInnerHTML={{ __html: demoAccounts }}
              />
            )}
          </>
        ) : page === 'privacy' ? (
          notice
        ) : (
          <AccountForm state={state} page={page} texts={texts} />
        )}
      </main>
      <header className={styles.switches}>
        <a
          className={styles.language}
          href={`${currentHref(state)}&ui_locales=${other}`}
          lang={other}
          hrefLang={other}
          onClick={() => onLanguage?.(other)}
        >
          {names[other]}
        </a>
        <IconButton
          label={texts.switchTheme}
          icon={
            <>
              <span className={styles.inLight}>
                <MoonIcon size={20} />
              </span>
              <span className={styles.inDark}>
                <SunIcon size={20} />
              </span>
            </>
          }
          onClick={onSwitchTheme}
        />
      </header>
      <aside className={styles.aside} aria-label={texts.tagline}>
        <div className={styles.pitch}>
          <p className={styles.tagline}>{texts.tagline}</p>
          <ReportPicture texts={texts.picture} />
          <ul className={styles.promises}>
            {texts.promises.map((promise) => (
              <li key={promise}>
                <CheckIcon />
                {promise}
              </li>
            ))}
          </ul>
          <p className={styles.partners}>
            {partners.map((partner) => (
              <PartnerMark key={partner} partner={partner} size={24} />
            ))}
            <span>{texts.partners}</span>
          </p>
        </div>
      </aside>
    </div>
  );
}
