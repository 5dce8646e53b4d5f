import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parse } from 'jsonc-parser'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isMailError } from '../../src/domain/errors.ts'
import { codingAgents, setupTools, type Tool } from '../../src/domain/setup-tools.ts'
import { carryOutSetUp, planSetUp } from '../../src/setup/set-up.ts'

let folder = ''
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'watchpost-setup-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const path = (name: string) => join(folder, name)
const text = (name: string) => readFileSync(path(name), 'utf8')
const put = (name: string, content: string) => {
  mkdirSync(join(path(name), '..'), { recursive: true })
  writeFileSync(path(name), content)
}

/** Sets a tool up, or takes it out again; answers how many files changed, or the error's code. */
function setUp(tool: Tool, agent: string | null = 'critic', remove = false): number | string {
  try {
    const files = planned(tool, agent, remove)
    carryOutSetUp(files)
    return files.length
  } catch (error) {
    if (isMailError(error)) return error.code
    throw error
  }
}

function planned(tool: Tool, agent: string | null = 'critic', remove = false, approvalsWait = 30_000) {
  return planSetUp(tool, aroundOf(agent, approvalsWait), remove)
}

function aroundOf(agent: string | null, approvalsWait = 30_000) {
  return {
    program: 'watchpost',
    store: null,
    agent,
    signals: path('.watchpost/signals'),
    link: null,
    signal: agent === null ? null : path(`.watchpost/signals/${encodeURIComponent(agent)}`),
    folder,
    home: path('home'),
    codexFolder: path('home/.codex'),
    tmuxFile: path('.tmux.conf'),
    location: path('.watchpost'),
    gitHooks: path('.git/hooks'),
    gitExclude: null,
    permissions: null,
    approvalsWait,
    isPersonalIgnored: false,
  }
}
const takeOut = (tool: Tool) => setUp(tool, null, true)

const ours = (file: string, event: string): string => {
  const groups = parse(text(file)).hooks[event] as { hooks: { command: string }[] }[]
  return groups.flatMap(({ hooks }) => hooks).find(({ command }) => / hook$/u.test(command))?.command ?? ''
}
const guard = 'home/.config/watchpost/hook.sh'
const commented = `{
    // what we agreed on
    "permissions": { "allow": ["Bash(npm test)"] },
    "hooks": {
        "Stop": [
            {
                "matcher": "",
                "hooks": [
                    {
                        "type": "command",
                        "command": "./say-done.sh"
                    }
                ]
            }
        ], // ours
        "Notification": [
            {
                "hooks": [
                    {
                        "type": "command",
                        "command": "./note.sh"
                    }
                ]
            }
        ]
    }
}
`

const missing = 'command -v watchpost >/dev/null 2>&1'

describe('Claude Code', () => {
  it('is merged: comments and formatting stay, twice is no change, and it can be undone', () => {
    put('.claude/settings.json', commented)
    put('CLAUDE.md', '# Our rules\nBe kind.')
    expect(setUp('claude')).toBe(5)
    const settings = text('.claude/settings.json')
    for (const line of ['// what we agreed on', '// ours', './say-done.sh', './note.sh'])
      expect(settings).toContain(line)
    expect(settings).toMatch(/^ {4}"hooks"/mu)
    const line = (guard: string) =>
      `sh ~/.config/watchpost/hook.sh ${guard} 2>/dev/null && exit 0; ${missing} || exit 0; exec watchpost hook`
    expect(ours('.claude/settings.json', 'SessionStart')).toBe(line('start'))
    for (const event of ['UserPromptSubmit', 'PostToolUse', 'Stop'])
      expect(ours('.claude/settings.json', event)).toBe(line('mail'))
    expect(parse(text('.mcp.json')).mcpServers.watchpost).toMatchObject({
      command: 'watchpost',
      args: ['mcp'],
    })
    expect(parse(text('.claude/settings.local.json'))).toEqual({
      env: { WATCHPOST_DEFAULT_AGENT: 'critic', WATCHPOST_SIGNAL: 'critic' },
      enabledMcpjsonServers: ['watchpost'],
    })
    expect(text('CLAUDE.md')).toMatch(/^# Our rules\nBe kind\.\n[\s\S]*three points/u)
    expect(setUp('claude')).toBe(0)
    expect(takeOut('claude')).toBe(5)
    expect(text('.claude/settings.json')).toBe(commented)
    expect(text('CLAUDE.md')).toBe('# Our rules\nBe kind.')
    for (const name of ['.mcp.json', '.claude/settings.local.json'])
      expect(existsSync(path(name))).toBe(false)
    expect(takeOut('claude')).toBe(0)
  })

  it('is another agent’s by the personal file alone', () => {
    put('.claude/settings.local.json', '{\n  "env": { "EDITOR": "vi" },\n  "model": "opus"\n}\n')
    setUp('claude')
    const before = text('.claude/settings.json')
    expect(setUp('claude', 'rig/nux')).toBe(1)
    expect(text('.claude/settings.json')).toBe(before)
    expect(parse(text('.claude/settings.local.json'))).toEqual({
      env: { EDITOR: 'vi', WATCHPOST_DEFAULT_AGENT: 'rig/nux', WATCHPOST_SIGNAL: 'rig%2Fnux' },
      model: 'opus',
      enabledMcpjsonServers: ['watchpost'],
    })
    takeOut('claude')
    expect(parse(text('.claude/settings.local.json'))).toEqual({ env: { EDITOR: 'vi' }, model: 'opus' })
  })

  it('takes out, and mends, what the first release wrote', () => {
    const hook = (command: string) => [{ hooks: [{ type: 'command', command }] }]
    const guard = `[ -s ${path('.watchpost/signals/critic')} ] || exit 0; `
    const unnamed = `case "$WATCHPOST_AGENT" in ''|*[!A-Za-z0-9_.-]*) ;; *) [ -e x ] && exit 0 ;; esac; `
    const call = "'/opt/my tools/watchpost.js' --store /data/mail hook"
    const signals = '[ -f "$CLAUDE_PROJECT_DIR/.watchpost/signals/$WATCHPOST_SIGNAL" ] && exit 0'
    const lines = {
      SessionEnd: hook(
        `${missing} || echo '{"systemMessage":"x"}'; ${missing} || exit 0; exec watchpost hook`,
      ),
      PostToolUse: hook(`${signals}; ${missing} || exit 0; exec watchpost hook`),
    }
    const old = {
      hooks: {
        SessionStart: hook('exec env WATCHPOST_AGENT=critic watchpost hook'),
        UserPromptSubmit: hook(`${guard}exec env WATCHPOST_AGENT=critic ${call}`),
        Stop: hook(`${unnamed}exec /usr/lib/watchpost.js hook`),
        ...lines,
      },
    }
    const server = { command: '/usr/lib/watchpost.js', args: ['mcp'], env: { WATCHPOST_AGENT: 'critic' } }
    const write = () => {
      put('.claude/settings.json', JSON.stringify(old))
      put('.mcp.json', JSON.stringify({ mcpServers: { watchpost: server } }))
      put(
        '.gemini/settings.json',
        JSON.stringify({ hooks: { BeforeAgent: hook(call) }, mcpServers: { watchpost: server } }),
      )
    }
    write()
    for (const tool of ['claude', 'gemini'] as const) takeOut(tool)
    for (const name of ['.claude/settings.json', '.mcp.json', '.gemini/settings.json'])
      expect(existsSync(path(name)), name).toBe(false)
    write()
    for (const tool of ['claude', 'gemini'] as const) setUp(tool)
    for (const name of ['.claude/settings.json', '.mcp.json', '.gemini/settings.json'])
      expect(text(name)).not.toMatch(/critic|\/usr\/lib|\/data|\/opt/u)
    for (const event of ['Stop', 'SessionEnd', 'PostToolUse'])
      expect(parse(text('.claude/settings.json')).hooks[event]).toHaveLength(1)
    for (const event of Object.keys(old.hooks)) expect(ours('.claude/settings.json', event)).toMatch(/^sh ~/u)
  })

  it.each([
    ['no JSON', '{ "hooks": ['],
    ['no object', '[]'],
    ['hooks of another shape', '{ "hooks": { "Stop": {} } }'],
    ['no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('latin1')],
  ])('is left alone where the file holds %s', (_, content) => {
    mkdirSync(path('.claude'))
    writeFileSync(path('.claude/settings.json'), content, 'latin1')
    expect(setUp('claude')).toBe('conflict')
    expect(readFileSync(path('.claude/settings.json'), 'latin1')).toBe(content)
    expect(existsSync(path('CLAUDE.md'))).toBe(false)
  })

  it('is not followed by a link out of the folder, nor to nowhere', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'watchpost-setup-'))
    symlinkSync(elsewhere, path('.claude'))
    expect(setUp('claude')).toBe('not-allowed')
    expect(existsSync(join(elsewhere, 'settings.json'))).toBe(false)
    rmSync(elsewhere, { recursive: true })
    expect(setUp('claude')).toBe('not-allowed')
  })

  it('writes through a link that stays within, and keeps the mode', () => {
    put('rules/agent.md', 'x\n')
    chmodSync(path('rules/agent.md'), 0o600)
    symlinkSync('rules/agent.md', path('CLAUDE.md'))
    setUp('claude')
    expect(text('rules/agent.md')).toContain('three points')
    expect(statSync(path('rules/agent.md')).mode & 0o777).toBe(0o600)
  })

  it('is refused while a mark of the block is missing', () => {
    setUp('claude')
    put('CLAUDE.md', text('CLAUDE.md').replace('<!-- <<< watchpost <<< -->\n', ''))
    expect(setUp('claude')).toBe('conflict')
  })
})

describe('the other tools', () => {
  /** What others wrote into a file before us, by the end of its name. Other files are ours whole. */
  const foreign = [
    [/\.json$/u, '{\n  "theme": "Dark" /* mine */\n}\n'],
    [/\.toml$/u, 'model = "x"\n\n[mcp_servers.docs]\ncommand = "docs"\n'],
    [/\.md$/u, '# Ours\n'],
    [/\.env$|(?<!hook)\.sh$/u, 'MY_KEY=secret\n'],
    [/tmux\.conf$/u, 'set -g mouse on\n'],
    [/post-commit$/u, '#!/bin/bash\necho done\nexit 0\n'],
  ] as const
  const foreignOf = (name: string) => foreign.find(([end]) => end.test(name))?.[1]
  const namesOf = (tool: Tool) => planned(tool).map((file) => relative(folder, file.path))

  it.each(setupTools)('%s: merged, twice no change, undone', (tool) => {
    const names = namesOf(tool)
    const before = names.map((name) => [name, foreignOf(name)] as const)
    for (const [name, content] of before) if (content !== undefined) put(name, content)
    expect(setUp(tool)).toBe(names.length)
    for (const name of names) expect(text(name)).toContain('watchpost')
    expect(setUp(tool)).toBe(0)
    expect(takeOut(tool)).toBe(names.length)
    for (const [name, content] of before)
      expect(existsSync(path(name)) ? text(name) : undefined, name).toBe(content)
  })

  it.each(setupTools)('%s: leaves nothing where nothing was', (tool) => {
    const names = namesOf(tool)
    expect(names.length).toBeGreaterThan(0)
    setUp(tool)
    takeOut(tool)
    for (const name of names) expect(existsSync(path(name)), name).toBe(false)
  })

  it('the guard of all hooks is written once, mended by setup, and stays as long as one of them uses it', () => {
    setUp('claude')
    const alone = text(guard)
    setUp('codex')
    expect(text(guard)).toMatch(/# used by claude in .*\n# used by codex in .*\n$/u)
    put(guard, text(guard).replace('exit 0', 'exit 1'))
    expect(setUp('codex')).toBe(1)
    takeOut('codex')
    expect(text(guard)).toBe(alone)
    expect(takeOut('codex')).toBe(0)
    takeOut('claude')
    expect(existsSync(path(guard))).toBe(false)
  })

  it('codex: hooks in its own file, which takes nothing else', () => {
    setUp('codex')
    const { hooks, ...rest } = JSON.parse(text('.codex/hooks.json'))
    expect(rest).toEqual({})
    expect(Object.keys(hooks)).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      'PreToolUse',
      'PostToolUse',
      'Stop',
      'PermissionRequest',
      'PreCompact',
      'SessionEnd',
    ])
    expect(text('AGENTS.md')).toContain('Prefer the tools of watchpost')
    const [, dispatch, taking, ...others] = hooks.PreToolUse
    expect(others).toEqual([])
    expect(taking.matcher).toMatch(/watchpost__\(next\|/u)
    expect(dispatch).toMatchObject({ matcher: '.*spawn_agent' })
    for (const [event, [group]] of Object.entries(hooks) as [string, [object]][])
      expect(group).toEqual({
        hooks: [
          {
            type: 'command',
            command: expect.stringMatching(/watchpost hook$/u),
            ...(event === 'PermissionRequest' && { timeout: 45 }),
          },
        ],
      })
  })

  it('gemini: no hook before each request to the model, and the one of earlier releases goes', () => {
    setUp('gemini')
    const written = text('.gemini/settings.json')
    expect(Object.keys(parse(written).hooks)).not.toContain('PreCompress')
    const edited = JSON.parse(written)
    edited.hooks.PreCompress = [
      { matcher: '*', hooks: [{ name: 'watchpost', type: 'command', command: 'exec watchpost hook' }] },
      { hooks: [{ type: 'command', command: './mine.sh' }] },
    ]
    const mine = { hooks: { PreCompress: [{ hooks: [{ type: 'command', command: './mine.sh' }] }] } }
    for (const change of [() => setUp('gemini'), () => takeOut('gemini')]) {
      put('.gemini/settings.json', JSON.stringify(edited, null, 2))
      change()
      expect(parse(text('.gemini/settings.json'))).toMatchObject(mine)
      expect(parse(text('.gemini/settings.json')).hooks.PreCompress).toHaveLength(1)
    }
  })

  it('gemini: one hook for each tool, and one that always starts the program around a subagent', () => {
    setUp('gemini')
    const { hooks } = parse(text('.gemini/settings.json'))
    type Group = { readonly matcher: string; readonly hooks: readonly [{ readonly command: string }] }
    const asked = (event: string, tool: string) =>
      (hooks[event] as readonly Group[])
        .filter(({ matcher }) => new RegExp(matcher, 'u').test(tool))
        .map((group) => /hook\.sh (\w+)/u.exec(group.hooks[0].command)?.[1])
    const tools = ['invoke_agent', 'run_shell_command', 'mcp_watchpost_next', 'write_file', 'my_invoke_agent']
    expect(tools.map((tool) => asked('AfterTool', tool))).toEqual([['event'], ...Array(4).fill(['mail'])])
    expect(tools.map((tool) => asked('BeforeTool', tool))).toEqual([
      ['event'],
      ['shell'],
      ['shell'],
      ['write'],
      [],
    ])
  })

  it('qwen: the hooks of Claude Code, its own tools, and the server in the file of the person', () => {
    put('home/.qwen/settings.json', '{ "model": { "name": "mine" } }\n')
    setUp('qwen')
    const { hooks } = parse(text('.qwen/settings.json'))
    expect(Object.keys(hooks)).toEqual(
      expect.arrayContaining(['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop']),
    )
    expect(hooks.PreToolUse[0].matcher).toContain('edit|write_file')
    expect(hooks.PreToolUse.at(-1).matcher).toContain('run_shell_command')
    expect(hooks.Stop[0].hooks[0].command).toBe(ours('.qwen/settings.json', 'Stop'))
    expect(parse(text('home/.qwen/settings.json'))).toMatchObject({
      model: { name: 'mine' },
      mcpServers: { watchpost: { args: ['mcp'], env: { WATCHPOST_DEFAULT_AGENT: 'critic' } } },
    })
    expect(text('home/.qwen/.env')).toContain('WATCHPOST_DEFAULT_AGENT=critic')
    expect(text('QWEN.md')).toContain('three points')
    expect(setUp('qwen')).toBe(0)
    takeOut('qwen')
    expect(parse(text('home/.qwen/settings.json'))).toEqual({ model: { name: 'mine' } })
    for (const name of ['.qwen/settings.json', 'home/.qwen/.env', 'QWEN.md'])
      expect(existsSync(path(name))).toBe(false)
  })

  describe('opencode', () => {
    const plugin = '.opencode/plugin/watchpost.js'
    const server = { type: 'local', command: ['watchpost', 'mcp'] }

    it('gets the server, its instructions and a plugin, which stays the one of this version', () => {
      put('opencode.json', '{ "mcp": { "watchpost": { "command": [], "enabled": false } } }\n')
      setUp('opencode')
      expect(parse(text('opencode.json'))).toEqual({
        mcp: { watchpost: { ...server, enabled: false } },
        instructions: ['.opencode/watchpost.md'],
      })
      expect(text('.opencode/watchpost.md')).toContain('three points')
      const written = text(plugin)
      put(plugin, `${written}// changed`)
      expect([setUp('opencode'), text(plugin)]).toEqual([1, written])
      expect(takeOut('opencode')).toBe(5)
      for (const name of [plugin, 'opencode.json', 'home/.config/opencode/.env'])
        expect(existsSync(path(name)), name).toBe(false)
    })

    it('takes opencode.jsonc where only that is there, and leaves nothing in the other one', () => {
      const mine = '{ "theme": "x" /* mine */ }\n'
      put('opencode.jsonc', mine)
      setUp('opencode')
      expect(existsSync(path('opencode.json'))).toBe(false)
      expect(parse(text('opencode.jsonc')).mcp).toEqual({ watchpost: server })
      put('opencode.json', mine)
      expect(setUp('opencode')).toBe(2)
      expect(text('opencode.jsonc')).toBe(mine)
      expect(parse(text('opencode.json')).mcp).toEqual({ watchpost: server })
      takeOut('opencode')
      for (const name of ['opencode.json', 'opencode.jsonc']) expect(text(name)).toBe(mine)
    })

    it('is refused where a plugin of that name is not ours, which stays', () => {
      put(plugin, 'export default () => ({})\n')
      expect(setUp('opencode')).toBe('conflict')
      expect(existsSync(path('opencode.json'))).toBe(false)
      expect([takeOut('opencode'), text(plugin)]).toEqual([0, 'export default () => ({})\n'])
    })

    it.each(['{ "mcp": 1 }', '{ "instructions": "x" }'])(
      'is left alone where the file holds %s',
      (content) => {
        put('opencode.json', content)
        expect([setUp('opencode'), text('opencode.json')]).toEqual(['conflict', content])
      },
    )
  })

  it('claude: a second hook of an event comes beside the first, and a matcher of yours stays', () => {
    setUp('claude')
    const matchers = () =>
      JSON.parse(text('.claude/settings.json')).hooks.PreToolUse.map(
        ({ matcher }: { matcher: string }) => matcher,
      )
    const takers = 'mcp__(.*_)?watchpost__(next|read|claim|wait|complete|fail)'
    expect(matchers()).toEqual(['Edit|Write|MultiEdit|NotebookEdit|Bash', 'Task|Agent', takers, 'Bash'])
    const edited = JSON.parse(text('.claude/settings.json'))
    // As an earlier release wrote it, with another matcher.
    edited.hooks.PreToolUse = [{ ...edited.hooks.PreToolUse[0], matcher: 'Edit' }]
    put('.claude/settings.json', `${JSON.stringify(edited, null, 2)}\n`)
    setUp('claude')
    expect(matchers()).toEqual(['Edit', 'Task|Agent', takers, 'Bash'])
    const [write, dispatch] = JSON.parse(text('.claude/settings.json')).hooks.PreToolUse
    expect(write.hooks[0].command).toContain(' write ')
    expect(dispatch.hooks[0].command).toContain(' mail ')
    expect(setUp('claude')).toBe(0)
  })

  it.each(['claude', 'codex'] as const)('%s: a hook may take longer than it waits for a person', (tool) => {
    const longer = () => planned(tool, 'critic', false, 120_500)
    const name = tool === 'claude' ? '.claude/settings.json' : '.codex/hooks.json'
    const timeout = () => JSON.parse(text(name)).hooks.PermissionRequest[0].hooks[0].timeout
    setUp(tool)
    expect(timeout()).toBe(45)
    carryOutSetUp(longer())
    expect(timeout()).toBe(136)
    expect(longer()).toEqual([])
  })

  it.each(codingAgents)('%s: what a team commits has no name and no path', (tool) => {
    const shared = planned(tool).filter(({ writing }) => !writing.isPersonal)
    expect(shared.length).toBeGreaterThan(0)
    for (const { path, after } of shared) {
      expect(after, path).not.toContain('critic')
      expect(after, path).not.toContain(folder)
    }
  })

  it.each([...codingAgents, 'tmux'] as const)('%s: new files of one person are theirs alone', (tool) => {
    const files = planned(tool)
    setUp(tool)
    expect(files.some(({ writing }) => writing.isPersonal)).toBe(true)
    for (const { path, writing } of files)
      expect((statSync(path).mode & 0o777).toString(8), path).toBe(writing.isPersonal ? '600' : '644')
  })

  it('keeps the mode of a file that is there', () => {
    put('home/.codex/.env', 'A=1\n')
    chmodSync(path('home/.codex/.env'), 0o640)
    setUp('codex')
    expect(statSync(path('home/.codex/.env')).mode & 0o777).toBe(0o640)
  })

  it('opencode: the rules of permissions come last, a rule of the person stays theirs, and all of ours go', () => {
    const name = 'home/.config/opencode/opencode.json'
    const mine = '{ "permission": { "bash": { "*": "ask", "watchpost send *": "deny" } } }\n'
    put(name, mine)
    const allowed = planSetUp('opencode', { ...aroundOf('critic'), permissions: true }, false)
    carryOutSetUp(allowed)
    const { bash, ...tools } = parse(text(name)).permission
    expect(Object.keys(bash).slice(0, 3)).toEqual(['*', 'watchpost send *', 'watchpost inbox'])
    expect(bash).toMatchObject({ '*': 'ask', 'watchpost send *': 'deny', 'watchpost send': 'allow' })
    expect(tools).toEqual({ 'watchpost_*': 'allow' })
    expect(setUp('opencode')).toBe(0)
    takeOut('opencode')
    expect(text(name)).toBe(mine)
  })

  it.each(['file', 'folder'])('writes nothing where a %s is read-only', (what) => {
    const before = 'model = "x"\n'
    put('home/.codex/config.toml', before)
    const locked = path(what === 'file' ? 'home/.codex/config.toml' : 'home/.codex')
    const mode = statSync(locked).mode
    chmodSync(locked, mode & 0o555)
    expect(() => planned('codex')).toThrow(
      expect.objectContaining({ code: 'not-allowed', message: `${locked} is read-only.` }),
    )
    expect(setUp('codex')).toBe('not-allowed')
    expect(takeOut('codex')).toBe(0)
    chmodSync(locked, mode)
    expect(text('home/.codex/config.toml')).toBe(before)
    expect(existsSync(path('AGENTS.md'))).toBe(false)
    setUp('codex')
    chmodSync(locked, mode & 0o555)
    expect([setUp('codex'), takeOut('codex')]).toEqual([0, 'not-allowed'])
    chmodSync(locked, mode)
  })

  it.each(setupTools)('%s: a byte order mark stays where it is', (tool) => {
    const marked = namesOf(tool).flatMap((name) => {
      const content = foreignOf(name)
      return content === undefined || content.startsWith('#!') ? [] : [[name, `\uFEFF${content}`] as const]
    })
    for (const [name, content] of marked) put(name, content)
    setUp(tool)
    expect(setUp(tool)).toBe(0)
    takeOut(tool)
    for (const [name, content] of marked) expect(text(name)).toBe(content)
  })

  it('shows nothing of a file that may hold secrets but its own block', () => {
    put('home/.codex/.env', 'OPENAI_API_KEY=secret')
    const shown = planned('codex')
      .map(({ diff }) => diff)
      .join('')
    expect(shown).toContain('WATCHPOST_DEFAULT_AGENT=critic')
    expect(shown).not.toContain('secret')
  })

  it('git: runs before what a hook ends with, may be run, and is for shells alone', () => {
    put('.git/hooks/post-commit', '#!/bin/bash\necho done\nexit 0\n')
    setUp('git')
    expect(text('.git/hooks/post-commit')).toMatch(/^#!\/bin\/bash\n# >>> watchpost/u)
    expect(statSync(path('.git/hooks/post-commit')).mode & 0o111).toBe(0o111)
    execFileSync('sh', ['-n', path('.git/hooks/post-commit')])
    put('.git/hooks/post-commit', '#!/usr/bin/env python3\n')
    expect(setUp('git')).toBe('conflict')
  })
})
