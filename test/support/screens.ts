/** What coding agents draw, as tmux captures it: with colours where they tell a hint from a draft. */
const dim = (text: string) => `\u001b[2m${text}\u001b[22m`
const grey = (text: string) => `\u001b[38;5;246m${text}\u001b[39m`
const cursor = '\u001b[7m \u001b[27m'
const rule = '─'.repeat(60)

export type Scene = readonly [name: string, harness: string, screen: string]

export const claudePrompt = (typed: string, above = '') =>
  `${above}\n${rule}\n❯\u00a0${typed}\n${rule}\n  ? for shortcuts`
export const codexPrompt = (typed: string, above = '') =>
  `${above}\n\n› ${typed}\n\n  gpt-5 medium · 98% left · ? for shortcuts`
const boxed = (typed: string, above = '') =>
  `${above}\n╭${rule}╮\n│ > ${typed}${' '.repeat(20)}│\n╰${rule}╯\n ~/project   no sandbox (see /docs)   gemini-3-pro (98%)`

export const emptyPrompts: readonly Scene[] = [
  ['a new session', 'Claude Code', claudePrompt(cursor)],
  ['a proposal of its own, faint', 'Claude Code', claudePrompt(dim('Try "fix lint errors"'))],
  ['one in grey, under its cursor', 'Claude Code', claudePrompt(`\u001b[7mT\u001b[27m${grey('ry this')}`)],
  ['a box, as of old', 'Claude Code', `╭──╮\n│ > ${cursor} │\n╰──╯\n  ? for shortcuts`],
  [
    'an answer with a numbered list above it',
    'Claude Code',
    claudePrompt(
      cursor,
      '❯ 1. mend it\n  2. test it\n\n● 1. Mended a.ts\n  2. Ran the tests\n\n  Would you like more?',
    ),
  ],
  [
    'work that goes on',
    'Claude Code',
    claudePrompt(cursor, '● Reading\n\n✻ Pondering… (12s · esc to interrupt)'),
  ],
  [
    'modes in its footer',
    'Claude Code',
    `${claudePrompt(cursor)}\n  ⏵⏵ accept edits on (shift+tab to cycle) · ctrl+t to hide tasks`,
  ],
  ['its placeholder', 'Codex', codexPrompt('\u001b[38;2;120;120;120mAsk Codex to do anything\u001b[0m')],
  [
    'work that goes on',
    'Codex',
    codexPrompt(dim('Ask Codex to do anything'), '• Working (5s • esc to interrupt)'),
  ],
  ['its placeholder', 'Gemini CLI', boxed(`  ${grey('Type your message or @path/to/file')}`)],
  [
    'work that can be stopped',
    'Gemini CLI',
    boxed(grey('Type your message'), '⠹ Polishing the code (esc to cancel, 12s)'),
  ],
  [
    'the mark of YOLO mode',
    'Gemini CLI',
    `${'▀'.repeat(40)}\n *   ${grey('Type your message or @path/to/file')}\n${'▄'.repeat(40)}`,
  ],
  ['its placeholder', 'Qwen Code', boxed(`  ${grey('Type your message or @path/to/file')}`)],
  ['a line of its own', 'Aider', 'Tokens: 2k sent\n\narchitect> '],
  ['the line of its cursor', 'opencode', '┃\n┃  \n┃  Build  some-model'],
]

export const drafts: readonly Scene[] = [
  ['half a word', 'Claude Code', claudePrompt(`please lo${cursor}`)],
  ['a command in colours', 'Claude Code', claudePrompt('\u001b[38;5;81m/help\u001b[39m')],
  ['half a word', 'Codex', codexPrompt('half a word')],
  ['half a word', 'Gemini CLI', boxed(`half a word${cursor}`)],
  ['half a word', 'Qwen Code', boxed('half a word')],
  ['half a word', 'opencode', '┃\n┃  half a word\n┃'],
]

export const dialogs: readonly Scene[] = [
  ['a permission', 'Claude Code', ' Do you want to proceed?\n ❯ 1. Yes\n   2. No\n'],
  [
    'a permission after an answer',
    'Claude Code',
    `● I run it.\n\n${rule}\n Bash command\n\n   rm -rf build\n\n Do you want to proceed?\n ❯ 1. Yes\n   2. Yes, and don't ask again\n   3. No (esc)\n\n Esc to cancel · Tab to amend`,
  ],
  [
    'a permission for a command that looks like an answer',
    'Claude Code',
    ' Bash command\n\n● Done\n\n Do you want to proceed?\n ❯ 1. Yes\n   2. No\n',
  ],
  [
    'trust of a folder, no chosen',
    'Claude Code',
    ' Quick safety check: one you trust?\n   1. Yes, I trust this folder\n ❯ 2. No, exit\n\n Enter to confirm · Esc to cancel',
  ],
  ['a list without numbers', 'Claude Code', ' Keep it?\n ❯ Yes\n   No\n'],
  ['a picker', 'Claude Code', ' Resume\n\n ❯ Mend the gate\n   Older\n\n ↑/↓ to navigate · Enter to select'],
  ['several to tick', 'Claude Code', ' Which?\n ❯ [ ] Tests\n   [ ] Docs\n'],
  ['a dialog above an empty prompt', 'Claude Code', claudePrompt(cursor, ' Proceed?\n ❯ 1. Yes\n   2. No')],
  [
    'a command',
    'Codex',
    '  Would you like to run the following command?\n\n  $ echo hi\n\n› 1. Yes, proceed (y)\n  2. No (esc)\n\n  Press enter to confirm or esc to cancel',
  ],
  [
    'trust of a folder',
    'Codex',
    '  Trust this folder?\n\n› 1. Yes, continue\n  2. No, quit\n\n  Press enter to continue',
  ],
  [
    'a command',
    'Gemini CLI',
    '✦ I run it.\n╭────╮\n│ ?  Shell npm test │\n│ Allow execution of: npm? │\n│ ● 1. Yes, allow once │\n│   2. No, suggest changes (esc) │\n╰────╯\n⠼ Waiting for user confirmation... (esc to cancel, 9s)',
  ],
  ['a change, without a frame', 'Gemini CLI', 'Apply this change?\n● 1. Allow once\n  2. No (esc)\n'],
  ['a command above its prompt', 'Gemini CLI', boxed(grey('Type'), '│ ● 1. Yes, allow once │\n│   2. No │')],
  ['a command', 'Qwen Code', '│ Do you want to proceed?\n│ › 1. Yes, allow once\n│   2. No (esc)\n'],
  ['a question of one key', 'Aider', "Run shell command? (Y)es/(N)o/(D)on't ask again [Yes]: "],
  ['a question of y or n', 'Qwen Code', 'Update now? [y/N] '],
  ['a command', 'Cursor', ' Run this command?\n → Run (once) (y)\n   Skip (esc or n)\n'],
  ['a permission', 'opencode', '┃ △ Permission required\n┃   bash: ls\n┃  Allow once  Always  Reject\n┃ '],
]

/** Questions and lists whose answer is typed on a line below, and prompts that are earlier ones. */
export const typedAnswers: readonly Scene[] = [
  ...['Claude Code', 'Codex', 'Gemini CLI', 'Qwen Code'].flatMap((harness): readonly Scene[] => {
    const mark = harness === 'Codex' ? '›' : '>'
    return [
      ['options on one line', harness, `Apply the patch?\n1) Yes  2) No\n${mark} `],
      ['options on lines of their own', harness, ` 1) Apply it\n 2) Edit it first\n 3) Abort\n${mark} `],
      ['answers above a frame', harness, `1) Yes  2) No\n${rule}\n${mark} \n${rule}`],
      ['answers in a frame', harness, `│ 1) Allow once │\n│ 2) Deny       │\n\n${mark} `],
      ['letters', harness, `[a] Allow  [d] Deny\n\n${mark} `],
      ['options that are no answers', harness, `Which of these?\n1. main\n2. next\n${mark} `],
      ['a question', harness, `Do you want to proceed?\n${mark} `],
      ['a question above a frame', harness, `Do you want to proceed?\n${rule}\n${mark} ${cursor}\n${rule}`],
      ['a question of other words', harness, `Where does the key lie?\n${mark} ${cursor}`],
      ['a word to type', harness, `Type the name of the branch:\n${mark} `],
      ['a question below a faint prompt', harness, `${dim(`${mark} `)}\n\nDo you want to proceed?\n`],
      [
        'a question below an earlier prompt',
        harness,
        `${mark} ${grey('Try this')}\n\nWhich one shall it be?\n`,
      ],
      ['trust', harness, `Do you trust the files in this folder?\n\n${mark} `],
      [
        'one that runs a command',
        harness,
        `Would you like to run the following command?\n  $ rm -r x\n\n${mark} `,
      ],
      ['one word', harness, `Overwrite a.ts?\n\n${mark} `],
    ]
  }),
]

export const withoutPrompts: readonly Scene[] = [
  ['nothing yet', 'Claude Code', ''],
  ['its shell mode', 'Claude Code', `${rule}\n! ${cursor}\n${rule}\n  ! for bash mode`],
  ['its shell mode', 'Gemini CLI', `╭──╮\n│ ! ${cursor} │\n╰──╯`],
  ['a log in full', 'Codex', '/ T R A N S C R I P T /\n  hello'],
]
