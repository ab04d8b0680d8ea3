import type { CallbackTexts } from './texts.vi.ts';

export const en: CallbackTexts = {
  working: (partner) => `Finishing the connection with ${partner}`,
  workingText: 'This usually takes a few seconds. Please keep this page open.',
  failed: 'The shop is not connected',
  failedAds: 'The ad account is not connected',
  backToConnect: 'Back to connecting',
  linkAgain: 'Connect again',
  seeShops: 'See linked shops',
  chooseAgain: 'Choose the account again',
  linkChosen: 'Connect the shop just chosen',
  tryAgain: 'Try again',
  reasons: {
    refused: (partner) => `You did not agree on the ${partner} page, so nothing was connected.`,
    expired: 'This connection request has expired. Start again, it takes a few seconds.',
    used: 'This connection request was used already. If the shop is not in the list, start again.',
    mismatch: 'This connection request was not begun in this session. Please start again here.',
    elsewhere:
      'This shop is connected to another team. Ask that team to disconnect it, then connect it here again.',
    incomplete: (partner) =>
      `${partner} did not send its confirmation code. Start again from the connecting page.`,
    unnamed: (partner) =>
      `${partner} did not say which shop you allowed. Start again and sign in with the account of the shop.`,
    declined:
      'The permission to read ads was not given, so nothing was connected. Start again and leave it chosen.',
    noAccounts: 'No ad account was chosen. Start again and choose one at least.',
    unavailable: (partner) =>
      `${partner} does not answer at the moment. Try again in a few minutes.`,
    otherAccount:
      'The account that you chose is not the one of the shop to connect again. Nothing was changed.',
    other: (partner) => `${partner} could not confirm this request. Please start again.`,
  },
};
