import { longestUsualWait } from '../domain/approval-wait.ts'
import { primerCommands } from '../domain/prompt/prime.ts'
import { pollingText } from '../setup/coding-agents.ts'
import { monitorCommand } from '../setup/commands.ts'
import { guardScript } from '../setup/guard.ts'
import { claudeHooks, codexHooks } from '../setup/hooks.ts'
import { type HookEntry, withSettings } from '../setup/json-settings.ts'
import { codexServer, sharedServer } from '../setup/servers.ts'

/** What the plugins and catalogues take from `package.json`. */
type Package = {
  readonly name: string
  readonly version: string
  readonly mcpName: string
  readonly homepage: string
  readonly repository: { readonly url: string }
  readonly author: string
  readonly license: string
  readonly keywords: readonly string[]
}

/** The folders that hold nothing but plugins and their catalogues. */
export const pluginFolders = ['plugins', '.claude-plugin', '.agents']

const description = 'Mail for teams of AI coding agents, in one local store, and an inbox for people.'
const category = 'Productivity'

/** The texts of all plugins and catalogues by their paths, from what `setup` writes. */
export function pluginFiles(about: Package): Readonly<Record<string, string>> {
  return { ...claudePlugin(about), ...codexPlugin(about), ...portablePlugin(about), ...catalogues(about) }
}

/** Claude Code finds the parts of a plugin by their places; naming them again would load hooks twice. */
function claudePlugin(about: Package): Readonly<Record<string, string>> {
  return within('plugins/claude', {
    '.claude-plugin/plugin.json': json(described(about)),
    'hooks/hooks.json': hooks(claudeHooks(inPlugin('CLAUDE_PLUGIN_ROOT'))),
    'hooks/hook.sh': guardScript,
    '.mcp.json': withSettings('', { hooks: [], server: sharedServer }, '.mcp.json'),
    // A person starts it: mail that wakes a session has no limits here, unlike a bell.
    'monitors/monitors.json': json([
      {
        name: 'mail',
        command: monitorCommand(),
        description: 'New mail for this agent',
        when: 'on-skill-invoke:watch',
      },
    ]),
    'skills/mail/SKILL.md': mailSkill,
    'skills/watch/SKILL.md': watchSkill,
  })
}

/** Without `cwd` Codex runs the server in the session's folder. */
function codexPlugin(about: Package): Readonly<Record<string, string>> {
  return within('plugins/codex', {
    '.codex-plugin/plugin.json': json({
      ...described(about),
      skills: './skills/',
      mcpServers: './.mcp.json',
      hooks: './hooks/hooks.json',
      interface: {
        displayName: 'Watchpost',
        shortDescription: 'Mail between coding agents',
        longDescription: description,
        developerName: about.author,
        category,
        capabilities: ['Read', 'Write'],
        websiteURL: about.homepage,
      },
    }),
    'hooks/hooks.json': hooks(codexHooks(inPlugin('PLUGIN_ROOT'))),
    'hooks/hook.sh': guardScript,
    '.mcp.json': withSettings('', { hooks: [], server: codexServer }, '.mcp.json'),
    'skills/mail/SKILL.md': mailSkill,
  })
}

/** Agent Plugins 1.0 has skills and servers, and no hooks. Variables in it stay as they are written. */
function portablePlugin(about: Package): Readonly<Record<string, string>> {
  const { command, args } = sharedServer
  const schemas = 'https://agent-plugins.org/schemas/1.0.0'
  return within('plugins/agent-plugin', {
    'plugin.json': json({ $schema: `${schemas}/plugin.schema.json`, ...described(about) }),
    'mcp.json': json({
      $schema: `${schemas}/mcp.schema.json`,
      mcpServers: { watchpost: { type: 'stdio', command, args } },
    }),
    'skills/mail/SKILL.md': mailSkill,
  })
}

/** Where Claude Code, Codex and the MCP registry look in a repository. */
function catalogues(about: Package): Readonly<Record<string, string>> {
  const { name, author } = about
  return {
    '.claude-plugin/marketplace.json': json({
      name,
      owner: { name: author },
      plugins: [{ name, source: './plugins/claude', description, category: category.toLowerCase() }],
    }),
    '.agents/plugins/marketplace.json': json({
      name,
      interface: { displayName: 'Watchpost' },
      plugins: [
        {
          name,
          source: { source: 'local', path: './plugins/codex' },
          policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
          category,
        },
      ],
    }),
    'server.json': json(registryEntry(about)),
  }
}

function registryEntry(about: Package) {
  const { name, version, mcpName, homepage } = about
  const variable = (named: string, says: string) => ({ name: named, description: says, isRequired: false })
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: 'Watchpost',
    description,
    version,
    websiteUrl: homepage,
    repository: { url: repositoryOf(about), source: 'github' },
    packages: [
      {
        registryType: 'npm',
        registryBaseUrl: 'https://registry.npmjs.org',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: sharedServer.args.map((value) => ({ type: 'positional', value })),
        environmentVariables: [
          variable('WATCHPOST_AGENT', 'The agent whose mail is served'),
          variable('WATCHPOST_STORE', 'The store, where it is not in the folder or its parents'),
        ],
      },
    ],
  }
}

function described(about: Package) {
  const { name, version, author, homepage, license, keywords } = about
  const repository = repositoryOf(about)
  return { name, version, description, author: { name: author }, homepage, repository, license, keywords }
}

function repositoryOf({ repository }: Package): string {
  return repository.url.replace(/^git\+|\.git$/gu, '')
}

/** A plugin has a guard of its own, and the settings that hold without a project. */
function inPlugin(root: string) {
  return { script: `"$${root}/hooks/hook.sh"`, approvalsWait: longestUsualWait }
}

function hooks(entries: readonly HookEntry[]): string {
  return withSettings('', { hooks: entries, server: undefined }, 'hooks.json')
}

const mailSkill = `---
name: mail
description: Read, send and answer mail between agents and people with watchpost. Use it when a session starts, when you switch tasks, before big decisions, when you are told of new mail, and to ask, answer or hand over work.
---

${pollingText}

## Commands

${primerCommands.join('\n')}

If there is no program \`watchpost\`, tell your user: \`npm install -g watchpost\` installs it.
`

const watchSkill = `---
name: watch
description: Tell this session of each new message as it comes, until the session ends.
disable-model-invocation: true
---

From now on you are told of each new message by one line with its id and its priority. \`watchpost read ID\` prints a message,
and \`watchpost next --take\` takes the most urgent one to work on.
`

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function within(folder: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))
}
