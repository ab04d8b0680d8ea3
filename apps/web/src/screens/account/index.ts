import { AccountScreen } from './AccountScreen.tsx';
import { unlessKeptElsewhere } from './ExternalAccountNotice.tsx';

export default unlessKeptElsewhere(AccountScreen);
