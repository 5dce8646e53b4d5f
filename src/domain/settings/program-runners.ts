import { own } from '../own.ts'

/** Programs that join their words to a text which is run, or read any word as one, after `--` too. */
const joiners = new Set([
  'ssh',
  'mosh',
  'rsh',
  'eval',
  'su',
  'runuser',
  'script',
  'watch',
  'tmux',
  'screen',
  'make',
  'gmake',
  'ex',
  'vi',
  'vim',
  'nvim',
  'emacs',
  'at',
  'batch',
  'expect',
  'parallel',
])
/** Programs whose first word is a program, or a text in a language of their own. */
const firstWordRunners = new Set([
  'awk',
  'gawk',
  'mawk',
  'nawk',
  'sed',
  'gsed',
  'ed',
  'jq',
  'xargs',
  'bc',
  'dc',
  'sqlite3',
  'psql',
  'mysql',
  'env',
  'sudo',
  'doas',
  'nice',
  'ionice',
  'nohup',
  'setsid',
  'stdbuf',
  'time',
  'timeout',
  'command',
  // What follows its scripts and -- is handed to them.
  'osascript',
  'exec',
  'busybox',
  'toybox',
  'systemd-run',
  'chroot',
  'unshare',
  'nsenter',
])
/** The next word is a program: `-c`, `-e`, `-lc`, `--eval`. */
const programFlag = /^(?:-[a-z]*[ce]|--(?:eval|exec|execute|command|split-string)=?)$/iu
/** The same in programs where other flags say so. */
const ownFlags: Readonly<Record<string, RegExp>> = {
  env: /^-[a-z0]*S$/u,
  node: /^(?:-p|-pe|--print|-r|--require|--import)$/u,
  bun: /^(?:-p|--print)$/u,
  php: /^-[rBRE]$/u,
  git: /^--(?:upload-pack|receive-pack)$/u,
}

/**
 * What could run a word that follows these as a program; `null` where nothing does. `--` ends the flags, but neither a program that
 * joins its words nor a flag before it knows the difference.
 */
export function runnerOf(words: readonly string[]): string | null {
  const names = words.map((word) => word.slice(word.lastIndexOf('/') + 1))
  const joiner = names.find((name, at) => joiners.has(name) && isProgram(names, at))
  if (joiner !== undefined) return joiner
  const [last = '', ...earlier] = words.filter((word) => word !== '--').toReversed()
  if (earlier.length > 0 && programFlag.test(last)) return last
  const at = names.findLastIndex((_, place) => isProgram(names, place))
  const program = names[at] ?? ''
  if (own(ownFlags, program)?.test(last) === true) return last
  if (!firstWordRunners.has(program)) return null
  // Behind a program and `--` there are its words alone.
  return names.slice(at + 1).some(isPlainWord) && names.includes('--', at) ? null : program
}

/** A program, or what a program runs that begins with the name of another one: `sudo env …`. */
function isProgram(names: readonly string[], at: number): boolean {
  const earlier = names.slice(0, at)
  const wrapper = earlier.findLastIndex((name) => firstWordRunners.has(name))
  return (
    at === 0 ||
    (wrapper >= 0 && !earlier.slice(wrapper + 1).some(isPlainWord) && isPlainWord(names[at] ?? ''))
  )
}

/** Neither a flag, nor a variable for a program, nor its priority or its time. */
function isPlainWord(word: string): boolean {
  return word !== '' && !/^-|^[\d.]+[smhd]?$|=/u.test(word)
}
