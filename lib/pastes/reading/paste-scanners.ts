/**
 * Programs that fetch a link because somebody posted, mailed or stored it, although nobody reads it.
 *
 * A program that isn't listed counts as a reader, curl and the languages' HTTP libraries among them. Not protected: a
 * scanner that calls itself a browser, and sends neither `Sec-Fetch-Mode` nor `Accept: text/html` as browsers do.
 */
export interface Scanner {
  /** Regular expression for a part of its `User-Agent`, in any case. */
  pattern: string;
  /** Evidence: the maker's page if there is one, otherwise somebody who met the program. */
  source: string;
  /** The browser inside an app says the same word: a person who opens a page there is a reader. */
  isAlsoBrowser?: true;
}

const CRAWLERS = 'https://github.com/monperrus/crawler-user-agents';
const ASSISTANTS = 'https://github.com/ai-robots-txt/ai.robots.txt';
const DEVICES = 'https://github.com/matomo-org/device-detector';
const OFFICE =
  'https://learn.microsoft.com/archive/blogs/vsofficedeveloper/description-of-the-microsoft-office-existence-discovery-protocol-2';
const SNAP = 'https://developers.snap.com/robots';
const ARCHIVES = 'https://archive.org/details/archive.org_bot';
/** No published page names these. */
const MET = 'met by operators at burn pastes, 2026-11';

export const SCANNERS: readonly Scanner[] = [
  // General names of such programs. CUBOT is a maker of phones.
  { pattern: '(?<!\\bcu)bot(?:\\b|_)', source: CRAWLERS },
  { pattern: 'crawl|spider|link-?check|scrap\\b|scraper|fetcher\\b|scanner\\b', source: CRAWLERS },
  // Browsers stopped saying this with Internet Explorer 10 and Konqueror.
  { pattern: '\\bcompatible;(?! ?(?:MSIE |Konqueror/))', source: CRAWLERS },
  { pattern: 'preview|unfurl', source: CRAWLERS },
  { pattern: 'embedly|\\bembed\\b', source: CRAWLERS },

  // Assistants, which fetch the links of a conversation.
  { pattern: '\\w-?User/|\\w-User\\b', source: ASSISTANTS },
  { pattern: 'Claude|anthropic|OpenAI|ChatGPT|Perplexity|cohere-ai|Mistral|NotebookLM|Gemini-|Devin/', source: ASSISTANTS },
  { pattern: '\\bGoogle-?(?:Agent|Extended|Firebase)|amazon-(?:kendra|QBusiness)|NovaAct|\\bOperator/', source: ASSISTANTS },
  { pattern: 'linkReader|Cloudflare-AutoRAG|bigsur\\.ai|newsai|Citations\\b|(?:The Knowledge|Spawning)[ -]AI', source: CRAWLERS },

  // Chats.
  { pattern: 'facebookexternalhit|facebookcatalog|facebot|meta-external', source: CRAWLERS },
  { pattern: 'WhatsApp', source: CRAWLERS, isAlsoBrowser: true },
  { pattern: 'Slack', source: 'https://api.slack.com/robots' },
  { pattern: 'Discord', source: CRAWLERS },
  { pattern: 'Telegram', source: CRAWLERS, isAlsoBrowser: true },
  { pattern: 'Skype', source: DEVICES, isAlsoBrowser: true },
  { pattern: '\\b(?:MS-?|Microsoft[- ]?)?Teams\\b', source: DEVICES, isAlsoBrowser: true },
  { pattern: '\\bZoom\\b', source: MET, isAlsoBrowser: true },
  { pattern: '(?<![\\w-])Line/|line-poker', source: MET, isAlsoBrowser: true },
  { pattern: 'KakaoTalk', source: MET, isAlsoBrowser: true },
  { pattern: 'GoogleMessages', source: MET, isAlsoBrowser: true },
  { pattern: 'XING-contenttabreceiver', source: MET },
  { pattern: 'Cloudmark', source: MET },
  { pattern: 'WeChat', source: MET, isAlsoBrowser: true },
  { pattern: '\\bThreema\\b', source: MET, isAlsoBrowser: true },
  { pattern: 'Rocket\\.Chat', source: 'https://github.com/RocketChat/Rocket.Chat' },
  { pattern: 'Mattermost', source: CRAWLERS },
  { pattern: '\\bSynapse\\b', source: 'https://github.com/matrix-org/synapse' },
  { pattern: '\\bSignal\\b', source: MET },
  { pattern: 'SteamChatURLLookup|SteamHTTP|IRCCloud|Discourse|github-camo|TwilioProxy|\\bNotion/', source: CRAWLERS },
  { pattern: 'Lemmy/|Friendica|Bluesky|Hatena', source: CRAWLERS },
  { pattern: 'Viber', source: DEVICES, isAlsoBrowser: true },
  { pattern: 'Snapchat|Snap ?URL', source: SNAP, isAlsoBrowser: true },

  // Office opens the links of documents and messages before any browser does.
  { pattern: '\\bms-?office\\b', source: DEVICES },
  { pattern: '\\bMicrosoft[- ](?:Office|Outlook|Word|Excel|PowerPoint|OneNote)\\b', source: OFFICE },
  { pattern: '\\bOutlook\\b', source: MET, isAlsoBrowser: true },

  // Networks, mail and search.
  { pattern: 'Twitter', source: CRAWLERS, isAlsoBrowser: true },
  { pattern: 'LinkedIn', source: CRAWLERS, isAlsoBrowser: true },
  { pattern: 'Pinterest', source: 'https://www.pinterest.com/bot.html', isAlsoBrowser: true },
  { pattern: 'cardyb', source: 'https://github.com/bluesky-social/social-app' },
  { pattern: 'Mastodon', source: CRAWLERS },
  { pattern: 'Iframely', source: 'https://iframely.com/docs/about' },
  { pattern: 'nuzzel|vkShare', source: CRAWLERS },
  { pattern: 'tumblr', source: CRAWLERS, isAlsoBrowser: true },
  {
    pattern: 'ImageProxy|PageRenderer|Google-(?:Read-Aloud|Safety|InspectionTool)|GoogleOther|Feedfetcher|Mediapartners',
    source: CRAWLERS,
  },
  { pattern: '\\bSlurp\\b', source: 'https://help.yahoo.com/help/us/ysearch/slurp' },
  { pattern: '\\bYeti/|\\bdaumoa\\b', source: CRAWLERS },

  // Archives.
  { pattern: 'ia_archiver|archive\\.(?:org|today|is|ph)\\b|archiver\\b|web[- ]archiv', source: ARCHIVES },
  { pattern: 'ArchiveTeam|ArchiveBox|Archive-It', source: CRAWLERS },
  { pattern: 'heritrix|brozzler|HTTrack|\\bnutch', source: CRAWLERS },

  // Scanners of mail and of links.
  { pattern: 'Barracuda', source: DEVICES },
  { pattern: 'virustotal', source: DEVICES },
  { pattern: '(?:Yahoo)?MailProxy|FastmailUA|Unshorten', source: CRAWLERS },
  { pattern: 'safelinks|proofpoint|mimecast|urlscan', source: MET },
];

const anyOf = (scanners: readonly Scanner[]) => new RegExp(scanners.map(({ pattern }) => pattern).join('|'), 'i');
const ALL = anyOf(SCANNERS);
const NO_BROWSERS = anyOf(SCANNERS.filter(({ isAlsoBrowser }) => !isAlsoBrowser));
/** The beginning of a browser's `User-Agent`, also inside an app. */
const BROWSER = /^Mozilla\/5\.0 \((?:iPhone|iPad|iPod|Linux|Windows NT|Macintosh|X11)\b[^)]*\) AppleWebKit\//;

/** @param userAgent of any request; an empty one is no scanner */
export function isScanner(userAgent: string): boolean {
  return (BROWSER.test(userAgent) ? NO_BROWSERS : ALL).test(userAgent);
}
