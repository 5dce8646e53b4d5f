import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getStaticTOMLValue, parseTOML } from 'toml-eslint-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import about from '../../package.json'
import { pluginFiles } from '../../src/dev/plugins.ts'
import { longestUsualWait } from '../../src/domain/approval-wait.ts'
import { primeText } from '../../src/domain/prompt/prime.ts'
import { parseYaml } from '../../src/domain/settings/yaml.ts'
import type { Tool } from '../../src/domain/setup-tools.ts'
import { guardWord } from '../../src/setup/guard.ts'
import { claudeHooks } from '../../src/setup/hooks.ts'
import { changesFor } from '../../src/setup/tools.ts'

const files = pluginFiles(about)
const textOf = (path: string): string => files[path] ?? ''
const read = (path: string) => JSON.parse(textOf(path))

/** What `setup` writes into an empty project. */
function setUpBy(tool: Tool): Readonly<Record<string, string>> {
  const around = {
    program: 'watchpost',
    store: null,
    agent: 'critic',
    signals: '',
    signal: null,
    folder: '/project',
    home: '/home',
    codexFolder: '/home/.codex',
    tmuxFile: '',
    location: '/project/.watchpost',
    gitHooks: null,
    gitExclude: null,
    isPersonalIgnored: false,
    link: null,
    permissions: null,
    approvalsWait: longestUsualWait,
  }
  const changes = changesFor(tool, around, false)
  return Object.fromEntries(changes.map(({ path, change }) => [path.replace('/project/', ''), change('')]))
}

describe('the plugins agree with setup', () => {
  const [claude, codex] = [setUpBy('claude'), setUpBy('codex')]

  it('in the hooks', () => {
    const inHome = (plugin: string, root: string) =>
      textOf(`plugins/${plugin}/hooks/hooks.json`).replaceAll(`\\"$${root}/hooks/hook.sh\\"`, guardWord)
    expect(inHome('claude', 'CLAUDE_PLUGIN_ROOT')).toBe(claude['.claude/settings.json'])
    expect(inHome('codex', 'PLUGIN_ROOT')).toBe(codex['.codex/hooks.json'])
    for (const plugin of ['claude', 'codex'])
      expect(claude['/home/.config/watchpost/hook.sh']).toContain(textOf(`plugins/${plugin}/hooks/hook.sh`))
    expect(Object.keys(read('plugins/claude/hooks/hooks.json').hooks)).toContain('PermissionRequest')
  })

  it('in the server', () => {
    expect(textOf('plugins/claude/.mcp.json')).toBe(claude['.mcp.json'])
    const { command, args, env } = read('plugins/claude/.mcp.json').mcpServers.watchpost
    const inCodex = read('plugins/codex/.mcp.json').mcpServers.watchpost
    expect(inCodex).toEqual({ command, args, env_vars: ['WATCHPOST_AGENT', ...Object.keys(env)] })
    const { mcp_servers: servers } = getStaticTOMLValue(parseTOML(codex['/home/.codex/config.toml'] ?? ''))
    expect(servers).toEqual({ watchpost: { ...inCodex, env: { WATCHPOST_DEFAULT_AGENT: 'critic' } } })
    expect(read('plugins/agent-plugin/mcp.json').mcpServers.watchpost).toEqual({
      type: 'stdio',
      command,
      args,
    })
  })

  it('in the instructions, with the commands of the primer', () => {
    const instructions = (claude['CLAUDE.md'] ?? '').split('\n').slice(1, -2).join('\n')
    const agent = { address: 'critic', role: null, talksTo: [], canComplete: false }
    const commands = primeText(agent, 0).match(/^- `watchpost .*$/gmu) ?? []
    expect(commands).toHaveLength(5)
    for (const plugin of ['claude', 'codex', 'agent-plugin'])
      for (const said of [instructions, ...commands])
        expect(textOf(`plugins/${plugin}/skills/mail/SKILL.md`)).toContain(said)
  })
})

const word = z.string().min(1)
const version = z.literal(about.version)
const name = z.literal('watchpost')
const url = z.url({ protocol: /^https$/u })
const described = {
  name,
  version,
  description: word.max(100),
  license: z.literal('MIT'),
  author: z.strictObject({ name: word }),
  homepage: url,
  repository: url,
  keywords: z.array(word).min(1),
}
/** A path within the plugin that leads to a file, or to a folder of files. */
const inPlugin = (plugin: string) =>
  z.templateLiteral(['./', z.string()]).refine((path) => {
    const place = path.replace('./', `plugins/${plugin}/`)
    return Object.keys(files).some(
      (file) => file === place || (place.endsWith('/') && file.startsWith(place)),
    )
  })
const hooks = z.strictObject({
  hooks: z.record(
    z.string().regex(/^[A-Z]\w+$/u),
    z.array(
      z.strictObject({
        matcher: word.optional(),
        hooks: z.array(
          z.strictObject({
            type: z.literal('command'),
            command: word,
            timeout: z.int().positive().optional(),
            // A rule of Claude Code, as its permissions have them.
            if: z
              .string()
              .regex(/^[A-Z]\w*\(.+\)$/u)
              .optional(),
          }),
        ),
      }),
    ),
  ),
})
const stdio = { command: name, args: z.tuple([z.literal('mcp')]) }
const entry = { name, description: word.max(100), category: word }
const skillOf = (path: string) => {
  const [, head = ''] = /^---\n([\s\S]*?)\n---\n/u.exec(textOf(path)) ?? []
  return Object.fromEntries(
    parseYaml(head, path).map(({ key, value }) => [key, value.type === 'text' ? value.text : value]),
  )
}

describe('the files have the shapes that the vendors document', () => {
  const schemas: Readonly<Record<string, z.ZodType>> = {
    'plugins/claude/.claude-plugin/plugin.json': z.strictObject(described),
    'plugins/claude/hooks/hooks.json': hooks,
    'plugins/claude/.mcp.json': z.strictObject({
      mcpServers: z.strictObject({ watchpost: z.strictObject({ ...stdio, env: z.record(word, word) }) }),
    }),
    'plugins/claude/monitors/monitors.json': z.array(
      z.strictObject({
        name: word,
        command: word,
        description: word,
        when: z
          .templateLiteral(['on-skill-invoke:', z.string()])
          .refine((when) => `plugins/claude/skills/${when.replace(/^.*:/u, '')}/SKILL.md` in files),
      }),
    ),
    'plugins/codex/.codex-plugin/plugin.json': z.strictObject({
      ...described,
      skills: inPlugin('codex'),
      mcpServers: inPlugin('codex'),
      hooks: inPlugin('codex'),
      interface: z.strictObject({
        displayName: word,
        shortDescription: word.max(30),
        longDescription: word,
        developerName: word,
        category: word,
        capabilities: z.array(z.enum(['Interactive', 'Read', 'Write'])),
        websiteURL: url,
      }),
    }),
    'plugins/codex/hooks/hooks.json': hooks,
    'plugins/codex/.mcp.json': z.strictObject({
      mcpServers: z.strictObject({ watchpost: z.strictObject({ ...stdio, env_vars: z.array(word) }) }),
    }),
    'plugins/agent-plugin/plugin.json': z.strictObject({
      $schema: z.literal('https://agent-plugins.org/schemas/1.0.0/plugin.schema.json'),
      ...described,
    }),
    'plugins/agent-plugin/mcp.json': z.strictObject({
      $schema: z.literal('https://agent-plugins.org/schemas/1.0.0/mcp.schema.json'),
      mcpServers: z.strictObject({ watchpost: z.strictObject({ type: z.literal('stdio'), ...stdio }) }),
    }),
    '.claude-plugin/marketplace.json': z.strictObject({
      name,
      owner: z.strictObject({ name: word }),
      plugins: z.tuple([z.strictObject({ ...entry, source: z.literal('./plugins/claude') })]),
    }),
    '.agents/plugins/marketplace.json': z.strictObject({
      name,
      interface: z.strictObject({ displayName: word }),
      plugins: z.tuple([
        z.strictObject({
          name,
          category: word,
          source: z.strictObject({ source: z.literal('local'), path: z.literal('./plugins/codex') }),
          policy: z.strictObject({
            installation: z.enum(['AVAILABLE', 'INSTALLED_BY_DEFAULT', 'NOT_AVAILABLE']),
            authentication: z.enum(['ON_INSTALL', 'ON_USE']),
          }),
        }),
      ]),
    }),
    'server.json': z.strictObject({
      $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
      // The registry compares it with the package's own.
      name: z.literal(about.mcpName).and(z.string().regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/u)),
      title: word.max(100),
      description: word.max(100),
      version,
      websiteUrl: url,
      repository: z.strictObject({ url, source: z.literal('github') }),
      packages: z.tuple([
        z.strictObject({
          registryType: z.literal('npm'),
          registryBaseUrl: z.literal('https://registry.npmjs.org'),
          identifier: name,
          version,
          runtimeHint: z.literal('npx'),
          transport: z.strictObject({ type: z.literal('stdio') }),
          packageArguments: z.tuple([
            z.strictObject({ type: z.literal('positional'), value: z.literal('mcp') }),
          ]),
          environmentVariables: z.array(
            z.strictObject({ name: word, description: word, isRequired: z.boolean() }),
          ),
        }),
      ]),
    }),
  }

  it.each(Object.entries(schemas))('%s', (path, schema) => {
    expect(schema.safeParse(read(path)).error?.issues ?? []).toEqual([])
  })

  it('and there is no JSON besides', () => {
    const paths = Object.keys(files).filter((path) => path.endsWith('.json'))
    expect(paths.toSorted()).toEqual(Object.keys(schemas).toSorted())
  })

  it.each(Object.keys(files).filter((path) => path.endsWith('SKILL.md')))('%s', (path) => {
    const folder = path.split('/').at(-2)
    expect(skillOf(path)).toMatchObject({ name: folder, description: expect.stringMatching(/^.{1,1024}$/u) })
  })

  it('and only a person starts what tells of each message', () => {
    expect(skillOf('plugins/claude/skills/watch/SKILL.md')).toMatchObject({
      'disable-model-invocation': 'true',
    })
  })
})

/** The shells that a coding agent may run a command with, as far as they are here. */
const shells = ['sh', 'bash', 'dash', 'zsh', 'fish'].flatMap((shell) => {
  const found = spawnSync('sh', ['-c', `command -v ${shell}`], { encoding: 'utf8' }).stdout.trim()
  return found === '' ? [] : [found]
})

describe.each(shells)('in %s', (shell) => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'watchpost-plugin-'))
    mkdirSync(join(folder, '.watchpost/signals'), { recursive: true })
    writeFileSync(join(folder, '.watchpost/mail.db'), '')
    for (const name of ['programs', 'nowhere']) {
      mkdirSync(join(folder, name))
      symlinkSync('/bin/sh', join(folder, name, 'sh'))
    }
    for (const plugin of ['claude', 'codex']) {
      const path = `plugins/${plugin}/hooks/hook.sh`
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), textOf(path))
    }
    const program = '#!/bin/sh\nif [ "$1 $3" = "agents stranger" ]; then exit 3; fi\necho "$@"\n'
    writeFileSync(join(folder, 'programs/watchpost'), program, { mode: 0o755 })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const run = (command: string, env: Readonly<Record<string, string>> = {}, programs = 'programs') => {
    const ran = spawnSync(shell, ['-c', command], {
      cwd: folder,
      env: { PATH: join(folder, programs), HOME: folder, ...roots, ...env },
      encoding: 'utf8',
    })
    expect({ code: ran.status, err: ran.stderr }).toEqual({ code: 0, err: '' })
    return ran.stdout
  }
  const roots = {
    get CLAUDE_PLUGIN_ROOT() {
      return join(folder, 'plugins/claude')
    },
    get PLUGIN_ROOT() {
      return join(folder, 'plugins/codex')
    },
  }
  const signal = (text: string) => writeFileSync(join(folder, '.watchpost/signals/critic'), text)
  const commandOf = (plugin: string, event: string): string =>
    read(`plugins/${plugin}/hooks/hooks.json`).hooks[event][0].hooks[0].command
  const critic = { WATCHPOST_AGENT: 'critic' }

  it('a colleague who has neither the script nor the program notices nothing', () => {
    for (const { command } of claudeHooks({ approvalsWait: 30_000 }))
      expect(run(command, {}, 'nowhere')).toBe('')
  })

  it.each(['claude', 'codex'])('the hooks of %s start no program without mail', (plugin) => {
    for (const event of ['UserPromptSubmit', 'PostToolUse', 'Stop']) {
      signal('')
      expect(run(commandOf(plugin, event), critic)).toBe('')
      signal('1')
      expect(run(commandOf(plugin, event), critic)).toBe('hook\n')
    }
    signal('')
    expect(run(commandOf(plugin, 'SessionStart'), critic)).toBe('hook\n')
  })

  it.each(['claude', 'codex'])(
    'only the start of a session without a name starts a program: %s',
    (plugin) => {
      signal('1')
      const started = (env: Readonly<Record<string, string>> = {}) =>
        Object.keys(read(`plugins/${plugin}/hooks/hooks.json`).hooks).filter(
          (event) => run(commandOf(plugin, event), env) !== '',
        )
      expect(started()).toEqual(['SessionStart'])
      expect(started(critic).length).toBeGreaterThan(4)
      // The plugin's user gives the default name alone, without that of the signal file.
      signal('')
      expect(started({ WATCHPOST_DEFAULT_AGENT: 'critic' })).not.toContain('Stop')
      const sessions = join(folder, '.watchpost/signals/+sessions')
      writeFileSync(sessions, '"s1"\n')
      expect(started().length).toBeGreaterThan(4)
      rmSync(sessions)
    },
  )

  it.each(['claude', 'codex'])('no hook of %s fails without the program', (plugin) => {
    signal('1')
    for (const event of Object.keys(read(`plugins/${plugin}/hooks/hooks.json`).hooks)) {
      const said = run(commandOf(plugin, event), critic, 'nowhere')
      if (said !== '') expect(Object.keys(JSON.parse(said))).toEqual(['systemMessage'])
    }
    expect(run(commandOf(plugin, 'SessionStart'), critic, 'nowhere')).toContain('npm install -g watchpost')
  })

  it('the monitor watches the agent of the session, and ends in silence where there is none', () => {
    const [{ command }] = read('plugins/claude/monitors/monitors.json')
    expect(run(command, { ...critic, WATCHPOST_DEFAULT_AGENT: 'scout' })).toBe('watch critic\n')
    expect(run(command, { WATCHPOST_DEFAULT_AGENT: 'scout' })).toBe('watch scout\n')
    expect(run(command, { WATCHPOST_AGENT: 'stranger', WATCHPOST_DEFAULT_AGENT: 'scout' })).toBe('')
    expect(run(command)).toBe('')
    expect(run(command, critic, 'nowhere')).toBe('')
  })
})
