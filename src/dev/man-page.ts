import { builtins } from '../faces/cli/builtin-commands.ts'
import { exitCodes } from '../faces/cli/exit.ts'
import { commonFields, screenFields } from '../faces/cli/globals.ts'
import { type Fields, flagName } from '../input/input.ts'
import { catalogue, groups, loadOperation, operationNames } from '../operations/catalogue.ts'

/** watchpost(1) as roff: every command with its summary, the global flags, files, environment and exit codes. */
export async function manPage(version: string): Promise<string> {
  return [
    `.TH WATCHPOST 1 "" "watchpost ${version}" "User Commands"`,
    '.SH NAME',
    plain('watchpost - mail between the agents of a swarm and the people who watch them'),
    '.SH SYNOPSIS',
    '.B watchpost',
    '[flags]',
    '.br',
    '.B watchpost',
    'COMMAND [arguments] [flags]',
    '.SH DESCRIPTION',
    plain(
      'Without a command, watchpost opens the terminal inbox of the store that it finds from the current folder. Commands read and send mail, and work without a terminal. Run "watchpost COMMAND --help" for the arguments and flags of a command.',
    ),
    '.SH COMMANDS',
    ...(await commandParts()),
    '.SH FLAGS',
    ...flagRows(commonFields),
    '.SS Flags of the terminal inbox',
    ...flagRows(screenFields),
    '.SH ENVIRONMENT',
    ...item('WATCHPOST_STORE', 'The store, where --store does not name one.'),
    ...item('WATCHPOST_AGENT', 'The agent to act as, where --as does not name one.'),
    ...item('WATCHPOST_CLOCK', 'Moves the clock (+6h) in stores made by "watchpost init --test".'),
    ...item('NO_COLOR', 'Print no colours.'),
    '.SH FILES',
    ...item('.watchpost/', 'The store of a project, found from any folder below it.'),
    ...item(
      '~/.config/watchpost/config.yaml',
      'Personal settings; config.yaml in the store holds those of the project.',
    ),
    '.SH EXIT STATUS',
    ...item('0', 'done'),
    ...exitRows(),
    '.SH SEE ALSO',
    plain('The commands, keys, settings and formats are described in the folder docs of the project.'),
    '',
  ].join('\n')
}

async function commandParts(): Promise<readonly string[]> {
  const sections = groups.map(async (group) => {
    const names = operationNames.filter((name) => catalogue[name].group === group)
    const rows = names.map(async (name) =>
      item(`watchpost ${catalogue[name].command}`, `${(await loadOperation(name)).summary}.`),
    )
    return [`.SS ${group}`, ...(await Promise.all(rows)).flat()]
  })
  const own = builtins.flatMap(({ command, summary }) => item(`watchpost ${command}`, `${summary}.`))
  return [...(await Promise.all(sections)).flat(), '.SS Program', ...own]
}

function flagRows(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, { short, kind, placeholder, help }]) => {
    const value = kind === 'flag' ? '' : ` ${placeholder}`
    return item(`${short === null ? '' : `-${short}, `}--${flagName(name)}${value}`, `${help}.`)
  })
}

function exitRows(): readonly string[] {
  const codes = [...new Set(Object.values(exitCodes))].toSorted((one, other) => one - other)
  return codes.flatMap((code) => {
    const names = Object.entries(exitCodes).filter(([, exit]) => exit === code)
    return item(String(code), names.map(([name]) => name).join(', '))
  })
}

function item(term: string, text: string): readonly string[] {
  return ['.TP', `.B ${plain(term)}`, plain(text)]
}

/** Text that roff takes as it is. */
function plain(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/u, '\\&$1')
}
