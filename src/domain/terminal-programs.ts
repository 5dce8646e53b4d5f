type Program = { readonly name: string; readonly words: readonly string[] }

/** Windows in which a person types. All names are in lower case: a pattern that ignores case would take longer to prepare. */
const windows: ReadonlySet<string> = new Set([
  'urxvt',
  'rxvt',
  'alacritty',
  'kitty',
  'foot',
  'konsole',
  'xfce4-terminal',
  'tilix',
  'terminator',
  'ghostty',
  'ptyxis',
  'kgx',
  'tabby',
  'hyper',
  'rio',
  'contour',
  'warp',
  'yakuake',
  'guake',
  'qterminal',
  'st',
  'terminal',
  'iterm2',
  'itermserver',
  'code',
  'cursor',
  'zed',
  'zed-editor',
  'windowserver',
])
/** The same by how their names begin. */
const windowFamilies = ['xterm', 'wezterm', 'gnome-terminal', 'lxterminal', 'mate-terminal']
/** What keeps a terminal while nobody sits at it, or hands it to somebody who logs in. */
const keepers: ReadonlySet<string> = new Set([
  'screen',
  'zellij',
  'abduco',
  'dtach',
  'dvtm',
  'mosh-server',
  'login',
  'getty',
  'agetty',
])
const keeperFamilies = ['tmux', 'sshd']
const desktops = ['gnome-', 'plasma', 'kwin', 'ksmserver', 'xfce4-', 'sway', 'hyprland', 'cinnamon', 'mate-']
/** Programs that run as root and let a person in: by login, over the network, with a password, or as a virtual machine's shell. */
const entrances = [
  'sshd',
  'login',
  'sudo',
  'su',
  'doas',
  'getty',
  'agetty',
  'gdm',
  'sddm',
  'lightdm',
  'xdm',
  'sessionleader',
]

/** Where a person sits: what started such a program started no session for the person in it. */
export function isTerminal(process: Program): boolean {
  return namesOf(process).some(
    (name) => isWindow(name) || keepers.has(name) || keeperFamilies.some((family) => name.startsWith(family)),
  )
}

/** A desktop, or a window on it, which may outlive what started it. */
export function isOnDesktop(process: Program): boolean {
  return namesOf(process).some((name) => isWindow(name) || desktops.some((family) => name.startsWith(family)))
}

/** What let a person in, if it runs as root: a name alone is anybody's. */
export function isEntrance(process: Program & { readonly owner: number | null }): boolean {
  if (process.owner !== 0) return false
  return namesOf(process).some((name) => entrances.some((one) => name === one || name.startsWith(`${one}-`)))
}

export function isTmux({ name }: Program): boolean {
  return name.startsWith('tmux')
}

function isWindow(name: string): boolean {
  return windows.has(name) || windowFamilies.some((family) => name.startsWith(family))
}

/** `sshd: me@pts/1` is what a login calls itself. */
function namesOf({ name, words: [first = ''] }: Program): readonly string[] {
  const base = first.slice(first.lastIndexOf('/') + 1)
  return [name, base].map((one) => one.toLowerCase().replace(/:.*$/u, ''))
}
