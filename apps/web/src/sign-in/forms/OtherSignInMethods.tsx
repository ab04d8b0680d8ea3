import { Checkbox } from '@seller-connect/ui';
import styles from '../sign-in.module.css';
import type { SignInTexts } from '../texts.vi.ts';

/**
 * What a new password leaves open. The server shows each choice where there is something to decide: `own` is a Google
 * account of the account's own address, whose link stays; `foreign` is any other, whose link ends.
 */
export function OtherSignInMethods({
  texts,
}: {
  readonly texts: SignInTexts['forms']['otherWaysIn'];
}) {
  return (
    <>
      <div className={styles.linkedOwn}>
        <Checkbox
          name="google"
          value="remove"
          label={texts.removeGoogle}
          help={texts.googleStays}
        />
      </div>
      <div className={styles.linkedForeign}>
        <Checkbox name="google" value="keep" label={texts.retainGoogle} help={texts.googleEnds} />
      </div>
      <div className={styles.reportAccess}>
        <Checkbox
          name="revoke_access"
          value="on"
          label={texts.revokeAccess}
          help={texts.accessStays}
        />
      </div>
    </>
  );
}
