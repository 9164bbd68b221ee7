/** Programs that may not read a burn paste by a plain GET, and programs that may. */
import { describe, expect, it } from 'vitest';
import { isScanner, SCANNERS } from './paste-scanners';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 9; CUBOT KINGKONG Build/P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

it.each([
  'Microsoft Office Existence Discovery',
  'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17328; Pro)',
  'Microsoft Office Protocol Discovery',
  'Outlook-iOS/2.0',
  'MS-Teams/1.0',
  'Microsoft Teams',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'Zoom/6.1',
  'Zoom 5.17.11',
  'ZoomBot (zoombot@zoom.us)',
  'Line/14.0.0',
  'facebookexternalhit/1.1;line-poker/1.0',
  'Linespider/1.1',
  'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984',
  'KakaoTalk-Scrap/1.0',
  `${CHROME} Rocket.Chat/7.0.0`,
  'Snapchat/12.80',
  'Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots',
  'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
  'ia_archiver (+http://www.alexa.com/site/help/webmasters; crawler@alexa.com)',
  'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)',
  'ArchiveTeam ArchiveBot/20240101 (wpull 2.0.3)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.0.0 Safari/537.36 ArchiveBox/0.7',
  'Mozilla/5.0 (compatible; heritrix/3.4.0 +http://example.org)',
  'Mozilla/4.5 (compatible; HTTrack 3.0x; Windows 98)',
  'Synapse (bot; +https://github.com/matrix-org/synapse)',
  'Mattermost-Bot/1.1',
  'mattermost-bot/1.1',
  'MicrosoftPreview/2.0 +https://aka.ms/browserpolicydoc',
  'Iframely/1.3.1 (+https://iframely.com/docs/about)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Slackbot 1.0 (+https://api.slack.com/robots)',
  'Slack-ImgProxy (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.10; rv:38.0) Gecko/20100101 Firefox/38.0 Discordbot/2.0',
  'TelegramBot (like TwitterBot)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  `${CHROME} Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)`,
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
  'Claude-User (claude-code/2.1; +https://support.anthropic.com/)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityUser/1.0; +https://perplexity.ai)',
  'MistralAI-User/1.0',
  'Kimi-User/1.0',
  'Mozilla/5.0 (compatible; Google-NotebookLM; +https://notebooklm.google.com/)',
  'Google-Agent',
  'kagi-fetcher/1.0',
  'linkReader/1.0 (+https://gochitchat.ai)',
  `${CHROME}; Devin/1.0; +https://devin.ai`,
  'FirecrawlAgent',
  'Mozilla/5.0 (compatible; FlipboardProxy/1.1; +http://flipboard.com/browserproxy)',
  'Mozilla/5.0 (compatible; +https://probely.com/sos) ProbelySPDR/0.1.0',
  'Valve/Steam HTTP Client 1.0 (SteamChatURLLookup)',
  'Discourse Forum Onebox v3.3.0.beta1-dev',
  'Lemmy/0.19.8; +https://lemmy.example',
  'Notion/1.0 (https://notion.so; team@makenotion.com)',
  'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  `${IPHONE} (Applebot/0.1; +http://www.apple.com/go/applebot)`,
])('%s is a scanner', (userAgent) => {
  expect(isScanner(userAgent)).toBe(true);
});

describe('a reader is', () => {
  it.each([
    '',
    'curl/8.5.0',
    'Wget/1.21.4',
    'python-requests/2.32.0',
    'Go-http-client/2.0',
    'Java/21.0.1',
    'my-command-line/1.0',
    'online/2.0',
    'robotics-client/1.0',
    'embedded-device/1.0',
    'deploy-script',
    'seamless-zoomer/1',
    'user-tool/1.0',
    'paste-reader/1.0 (+https://tools.example)',
    'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)',
    'Mozilla/5.0 (compatible; Konqueror/4.4; Linux) KHTML/4.4.9 (like Gecko)',
    CHROME,
    IPHONE,
    ANDROID,
  ])('a program that nobody has named: %s', (userAgent) => {
    expect(isScanner(userAgent)).toBe(false);
  });

  it.each([
    'Line/14.0.0',
    'Snapchat/12.80',
    'KAKAOTALK/25.1',
    'Twitter for iPhone/10.1',
    '[LinkedInApp]/9.1',
    'Teams/6.1',
    'Outlook-iOS/1.2',
  ])('a person in the browser of an app: %s', (app) => {
    expect(isScanner(`${IPHONE} ${app}`)).toBe(false);
  });
});

it('each name has a source', () => {
  for (const { pattern, source } of SCANNERS) expect(source, pattern).toMatch(/^https:\/\/\S+$|^met by operators/);
});

it('a name of 16 KB is looked at in a moment, whatever it repeats', () => {
  for (const part of ['-', 'bot', 'archive.', 'Microsoft ', 'web ', 'cu'])
    expect(isScanner(`${part.repeat(5_000)}x`)).toBeTypeOf('boolean');
});
