import { AccountScreen } from './AccountScreen.tsx';
import { unlessKeptElsewhere } from './KeptElsewhere.tsx';

export default unlessKeptElsewhere(AccountScreen);
