import { SessionsScreen } from './SessionsScreen.tsx';
import { withExternalAccountNotice } from './ExternalAccountNotice.tsx';

export default withExternalAccountNotice(SessionsScreen);
