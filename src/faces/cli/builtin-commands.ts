import { setupTools } from '../../domain/setup-tools.ts'
import { choice, type Fields, flag, number, text, texts } from '../../input/input.ts'
import { hookFields } from './hook-fields.ts'

/** The program's own commands: what they take, for help, completion and `describe` as for the line itself. */
export type Builtin = {
  readonly command:
    | 'init'
    | 'demo'
    | 'trust'
    | 'doctor'
    | 'upgrade'
    | 'backup restore'
    | 'serve'
    | 'metrics'
    | 'door'
    | 'link'
    | 'hook'
    | 'setup'
    | 'batch'
    | 'mcp'
    | 'describe'
    | 'completion'
    | 'compat'
    | 'help'
  readonly summary: string
  /** Works in an agent's session that names no agent. */
  readonly nameless?: true
  readonly input: Fields
  readonly examples: readonly (readonly [string, string])[]
}

/** The systems whose own command lines call us. */
export const compatible = ['haak', 'gastown', 'adr003', 'cccc'] as const

export const shells = ['bash', 'zsh', 'fish'] as const

export const builtins: readonly Builtin[] = [
  {
    command: 'init',
    nameless: true,
    summary: 'Create a store in this folder (.watchpost/) with you as its person',
    input: {
      swarm: text('The name of its swarm', { placeholder: 'NAME' }),
      test: flag('Create a store for tests and demos, where WATCHPOST_CLOCK=+6h moves the clock'),
    },
    examples: [
      ['watchpost init --swarm swarm_dev', 'a store for the swarm swarm_dev in this folder'],
      ['watchpost init --test --store /tmp/mail', 'a store to try out expiry, leases and reminders'],
    ],
  },
  {
    command: 'demo',
    nameless: true,
    summary: 'Open the inbox on a demo swarm in a temporary store, which is removed afterwards',
    input: {},
    examples: [['npx watchpost demo', 'try Watchpost without installing it']],
  },
  {
    command: 'trust',
    nameless: true,
    summary: 'Trust a store that you did not create here, so that commands in its folder use it',
    input: {
      path: text('The store, or the folder that contains it (default: the nearest store)', {
        positional: true,
        completes: 'file',
        placeholder: 'PATH',
      }),
      list: flag('List the stores that you trust'),
      remove: flag('Stop trusting the store; its mail stays unchanged'),
    },
    examples: [
      ['watchpost trust', 'after you copied or unpacked your own project with its mail'],
      ['watchpost trust --list', 'the stores that commands find automatically'],
      ['watchpost trust --remove ~/old', 'commands there now exit with code 7'],
    ],
  },
  {
    command: 'doctor',
    nameless: true,
    summary: 'Check the store and report problems, each with its solution',
    input: {
      repair: flag('Repair what can be repaired, and salvage a damaged database; no repair deletes mail'),
      head: text('Check the log against a head that a backup or an earlier doctor printed', {
        placeholder: 'HEAD',
      }),
    },
    examples: [['watchpost doctor --repair', 'repairs; exit code 6 means that damage remains']],
  },
  {
    command: 'upgrade',
    nameless: true,
    summary: 'Upgrade a store to the schema of this version of Watchpost, after a backup',
    input: {
      check: flag('Only show the versions, and who is connected; ends with 4 if the store needs an upgrade'),
      backup: text('Back a store on PostgreSQL up to this file (default: a new one in this folder)', {
        completes: 'file',
        placeholder: 'FILE',
      }),
      noBackup: flag('Upgrade a store on PostgreSQL that you backed up yourself'),
    },
    examples: [
      ['watchpost upgrade --check', 'shows the versions of the store and of this program'],
      [
        'watchpost --store postgres://ada@db.example/mail upgrade',
        'backs the store up with pg_dump, and upgrades it',
      ],
    ],
  },
  {
    command: 'backup restore',
    nameless: true,
    summary: "Put a backup in the place of the store's mail, and keep what was there",
    input: {
      file: {
        ...text('The backup', { positional: true, completes: 'file', placeholder: 'FILE' }),
        required: true,
      },
    },
    examples: [
      [
        'watchpost backup restore ~/mail.backup',
        'open programs go on with it; the state before is kept beside the store',
      ],
    ],
  },
  {
    command: 'serve',
    summary:
      'Serve the swarm to people and other swarms over HTTP with MAIL 1.3, and mailboxes with MAIL 2.0',
    input: {
      host: text('The address to listen on (127.0.0.1); other addresses need TLS', { placeholder: 'HOST' }),
      port: number('The port (8000); 0 picks a free one'),
      cert: text('The certificate, a PEM file', { completes: 'file', placeholder: 'FILE' }),
      key: text('Its key, a PEM file', { completes: 'file', placeholder: 'FILE' }),
      insecure: flag('Listen on other addresses without TLS, behind a proxy that provides it'),
      entrypoint: text('The agent that receives tasks (default: from the settings)', {
        completes: 'agent',
        placeholder: 'AGENT',
      }),
    },
    examples: [
      [
        'watchpost serve --entrypoint architect',
        'tasks go to architect; `watchpost token create` lets people in',
      ],
    ],
  },
  {
    command: 'metrics',
    summary: 'Print metrics of the store in the Prometheus format, or serve them',
    input: {
      listen: text('Serve them at /metrics on this port; other hosts than 127.0.0.1 need TLS and a token', {
        placeholder: '[HOST:]PORT',
      }),
      cert: text('The certificate, a PEM file', { completes: 'file', placeholder: 'FILE' }),
      key: text('Its key, a PEM file', { completes: 'file', placeholder: 'FILE' }),
      insecure: flag('Listen on other addresses without TLS, behind a proxy that provides it'),
    },
    examples: [
      ['watchpost metrics', 'print the present totals of the store once'],
      ['watchpost metrics --listen 9100', 'serve them to a Prometheus on this machine'],
    ],
  },
  {
    command: 'door',
    nameless: true,
    summary: 'Serve a store to Watchpost on another machine, over standard input and output or a socket',
    input: {
      path: text('The store, the folder that contains it, or its address (default: the nearest store)', {
        positional: true,
        completes: 'file',
        placeholder: 'PATH',
      }),
      listen: text('Serve the programs that connect to this socket, which only you can open', {
        completes: 'file',
        placeholder: 'SOCKET',
      }),
    },
    examples: [
      ['watchpost --store ssh://build-host/srv/swarm inbox', 'ssh starts a door on build-host and asks it'],
      [
        "watchpost --store 'exec:docker exec -i box watchpost door /work' inbox",
        'the same for a store in a container',
      ],
      ['watchpost door --listen /run/user/1000/mail.sock', 'for --store unix:/run/user/1000/mail.sock'],
    ],
  },
  {
    command: 'link',
    nameless: true,
    summary: 'Keep one connection to a store elsewhere, which commands on this machine then use',
    input: {
      address: {
        ...text('The store: ssh://HOST/PATH, exec:COMMAND or postgres://USER@HOST/DATABASE', {
          positional: true,
          placeholder: 'ADDRESS',
        }),
        required: true,
      },
    },
    examples: [
      [
        'watchpost link ssh://build-host/srv/swarm',
        'then `watchpost --store ssh://build-host/srv/swarm` starts no ssh',
      ],
    ],
  },
  {
    command: 'hook',
    summary: "Answer a coding agent's hook event (JSON on standard input) with its new mail",
    input: hookFields,
    examples: [
      ['watchpost setup claude --as critic', 'installs it in the settings of Claude Code'],
      ['watchpost hook --checkpoint', 'before you pause or compact'],
    ],
  },
  {
    command: 'setup',
    nameless: true,
    summary: 'Set up mail in another tool: show what changes, ask, and write it',
    input: {
      tool: choice(setupTools, 'The tool; with --check, all coding agents that are set up', {
        positional: true,
        placeholder: 'TOOL',
      }),
      check: flag('Check whether mail works there; ends with 8 where something is wrong'),
      yes: flag('Write without asking'),
      remove: flag('Remove it'),
      diff: flag('Show every changed line, not only what changes in each file'),
      permissions: flag('Let the agent read and answer its mail without asking you'),
    },
    examples: [
      ['watchpost setup claude --as critic', 'hooks, tools and instructions for Claude Code, run as critic'],
      [
        'watchpost setup codex --as critic',
        'the same for Codex, which runs hooks once you trust them with /hooks',
      ],
      ['watchpost setup --check', 'one line for each thing that mail needs, with what to do'],
      ['watchpost setup tmux --yes', 'unread mail in the status line, and the inbox at prefix W'],
    ],
  },
  {
    command: 'batch',
    summary:
      'Run commands from JSON lines on standard input in one process, and print one JSON line for each',
    input: {},
    examples: [
      [
        `echo '{"command":"send","input":{"to":["critic"],"subject":"Hello"}}' | watchpost batch`,
        'one command per line; "as" sets another actor',
      ],
    ],
  },
  {
    command: 'mcp',
    summary: 'Serve a mailbox as tools of the Model Context Protocol, on standard input and output',
    input: {
      tools: text(
        'More groups of tools, comma separated: all, mail, queue, channel, debate, task, roster, record, reservation, protocol; and agent-mail, the tools of MCP Agent Mail by its names',
        { placeholder: 'GROUPS' },
      ),
    },
    examples: [
      ['claude mcp add mail -- watchpost mcp', 'gives Claude Code its mailbox as 16 tools'],
      ['watchpost mcp --as critic --tools queue,debate', 'serves the tools of queues and debates as well'],
    ],
  },
  {
    command: 'describe',
    nameless: true,
    summary: 'Describe commands as JSON: inputs, outputs, errors and exit codes (JSON Schema 2020-12)',
    input: {
      command: texts('Commands, or a family such as queue; without one, an index of all commands', {
        positional: true,
        placeholder: 'COMMAND',
      }),
      all: flag('Describe every command, the error codes and the exit codes: about 250 KB'),
    },
    examples: [
      ['watchpost describe', 'each command in one line'],
      ['watchpost describe inbox send', 'two commands and the schemas that they use'],
    ],
  },
  {
    command: 'completion',
    nameless: true,
    summary: 'Print the script that completes commands, flags, addresses and ids in a shell',
    input: {
      shell: { ...choice(shells, 'The shell', { positional: true, placeholder: 'SHELL' }), required: true },
    },
    examples: [['eval "$(watchpost completion bash)"', 'in ~/.bashrc']],
  },
  {
    command: 'compat',
    nameless: true,
    summary: "Print or write another system's own command line, which then calls watchpost",
    input: {
      system: {
        ...choice(compatible, 'The system', { positional: true, placeholder: 'SYSTEM' }),
        required: true,
      },
      words: texts("Run this line of the system's own program, after --", {
        positional: true,
        verbatim: true,
        placeholder: 'WORDS',
      }),
      to: text('Write it into this folder', { completes: 'file', placeholder: 'FOLDER' }),
      script: choice(
        ['mailbox', 'roster'],
        'Of haak: print one script alone; without it, commands that write both',
      ),
    },
    examples: [
      ['watchpost compat gastown --to ~/bin', 'writes the program gt, unless your PATH has the real one'],
      ['watchpost compat gastown -- mail inbox --unread', 'what that gt runs'],
      ['watchpost compat adr003 --to shared', 'writes shared/agent_mailbox.py, the module of ADR-003'],
      ['cd scripts && watchpost compat haak | sh', 'writes agent_mailbox.py and agent_roster.py'],
      ['watchpost compat haak --script mailbox > scripts/agent_mailbox.py', 'writes one of them'],
    ],
  },
  {
    command: 'help',
    nameless: true,
    summary: 'Show help for a command',
    input: {
      command: texts('The command, `all`, or `globals`', { positional: true, placeholder: 'COMMAND' }),
    },
    examples: [
      ['watchpost help all', 'a line about each command that people and agents call'],
      ['watchpost help globals', 'the flags that every command takes'],
    ],
  },
]

/** The command that a line begins with, whose words may be two. */
export function findBuiltin(words: readonly string[]): Builtin | undefined {
  const [first = '', second] = words
  return named(`${first} ${second}`) ?? named(first)
}

function named(line: string): Builtin | undefined {
  return builtins.find(({ command }) => command === line)
}
