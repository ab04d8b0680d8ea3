import { AccountScreen } from './AccountScreen.tsx';
import { withExternalAccountNotice } from './ExternalAccountNotice.tsx';

export default withExternalAccountNotice(AccountScreen);
