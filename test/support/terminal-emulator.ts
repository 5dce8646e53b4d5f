import unicode11 from '@xterm/addon-unicode11'
import xterm, { type IBufferCell, type Terminal } from '@xterm/headless'

export type Colour =
  | { readonly kind: 'default' }
  | { readonly kind: 'palette'; readonly index: number }
  | { readonly kind: 'direct'; readonly rgb: number }

export type ScreenCell = {
  readonly text: string
  /** 0 is the right half of a wide glyph. */
  readonly width: number
  readonly foreground: Colour
  readonly background: Colour
  readonly bold: boolean
  readonly dim: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly inverse: boolean
  readonly strike: boolean
  /** Where it leads. */
  readonly link: string | null
}

export type Emulator = {
  /** Settles when the terminal has taken everything in. */
  write(data: string | Uint8Array): Promise<void>
  lines(): string[]
  cells(): ScreenCell[][]
  /** Each row as a text, in which a cell that looks unlike the usual one says how. */
  looks(): string[]
  cursor(): { readonly x: number; readonly y: number }
  resize(columns: number, rows: number): void
  onReply(reply: (data: string) => void): void
  readonly isAlternate: boolean
}

export type EmulatorOptions = {
  readonly columns: number
  readonly rows: number
  /** Unicode version of the width table; 6 takes most emoji for narrow. */
  readonly unicode?: '6' | '11'
}

/** A terminal without a window. */
export function openEmulator({ columns, rows, unicode = '11' }: EmulatorOptions): Emulator {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 })
  terminal.loadAddon(new unicode11.Unicode11Addon())
  terminal.unicode.activeVersion = unicode
  // The library's own decoder loses `…` and others when they come in two pieces.
  const decoder = new TextDecoder()
  const textOf = (data: string | Uint8Array): string =>
    typeof data === 'string' ? data : decoder.decode(data, { stream: true })
  return {
    write: (data) => new Promise((settle) => terminal.write(textOf(data), settle)),
    lines: () => linesOf(terminal),
    cells: () => cellsOf(terminal),
    looks: () => looksOf(terminal),
    cursor: () => ({ x: terminal.buffer.active.cursorX, y: terminal.buffer.active.cursorY }),
    resize: (nextColumns, nextRows) => terminal.resize(nextColumns, nextRows),
    onReply: (reply) => void terminal.onData(reply),
    get isAlternate() {
      return terminal.buffer.active.type === 'alternate'
    },
  }
}

function linesOf(terminal: Terminal): string[] {
  const buffer = terminal.buffer.active
  const line = (y: number): string => buffer.getLine(buffer.viewportY + y)?.translateToString(true) ?? ''
  return Array.from({ length: terminal.rows }, (_, y) => line(y))
}

function cellsOf(terminal: Terminal): ScreenCell[][] {
  const buffer = terminal.buffer.active
  // The emulator fills the same cell for each place.
  const cell = buffer.getNullCell()
  return Array.from({ length: terminal.rows }, (_, y) => {
    const line = buffer.getLine(buffer.viewportY + y)
    return Array.from({ length: terminal.cols }, (_, x) => cellOf(terminal, line?.getCell(x, cell)))
  })
}

/** Two screens look alike where these are equal: they are made without an object for each cell. */
function looksOf(terminal: Terminal): string[] {
  const buffer = terminal.buffer.active
  const cell = buffer.getNullCell()
  return Array.from({ length: terminal.rows }, (_, y) => {
    const line = buffer.getLine(buffer.viewportY + y)
    let row = ''
    for (let x = 0; x < terminal.cols; x += 1) {
      line?.getCell(x, cell)
      row +=
        cell.isAttributeDefault() && cell.getWidth() === 1 ? cell.getChars() || ' ' : lookOf(terminal, cell)
    }
    return row
  })
}

function lookOf(terminal: Terminal, cell: IBufferCell): string {
  const ink = paint(cell.getFgColor(), cell.isFgRGB(), cell.isFgPalette())
  const ground = paint(cell.getBgColor(), cell.isBgRGB(), cell.isBgPalette())
  let worn = ''
  if (cell.isBold()) worn += ' bold'
  if (cell.isDim()) worn += ' dim'
  if (cell.isItalic()) worn += ' italic'
  if (cell.isUnderline()) worn += ' underline'
  if (cell.isInverse()) worn += ' inverse'
  if (cell.isStrikethrough()) worn += ' strike'
  const link = linkOf(terminal, cell)
  if (link !== null) worn += ` ${link}`
  const width = cell.getWidth()
  const text = cell.getChars() || (width === 0 ? '' : ' ')
  return width === 1 && ink === usualPaint && ground === usualPaint && worn === ''
    ? text
    : `<${text}${width}${ink}${ground}${worn}>`
}

const usualPaint = ' -'

function paint(value: number, isDirect: boolean, isPalette: boolean): string {
  if (isDirect) return ` #${value.toString(16)}`
  return isPalette ? ` ${value}` : usualPaint
}

/** The emulator knows links, and has no word for them. */
type Linking = {
  readonly _core?: {
    readonly _oscLinkService?: { getLinkData(id: number): { readonly uri: string } | undefined }
  }
}
type Linked = { readonly extended: { readonly urlId: number }; hasExtendedAttrs(): number }

/** A cell that is filled again keeps the link of the one before, and says that it has none. */
function linkOf(terminal: Terminal, cell: IBufferCell | undefined): string | null {
  const linked = cell as (IBufferCell & Linked) | undefined
  const id = linked?.hasExtendedAttrs() ? linked.extended.urlId : 0
  return id === 0 ? null : ((terminal as Linking)._core?._oscLinkService?.getLinkData(id)?.uri ?? null)
}

function cellOf(terminal: Terminal, cell: IBufferCell | undefined): ScreenCell {
  const width = cell?.getWidth() ?? 1
  return {
    text: cell?.getChars() || (width === 0 ? '' : ' '),
    width,
    foreground: colourOf(cell?.getFgColor(), cell?.isFgRGB(), cell?.isFgPalette()),
    background: colourOf(cell?.getBgColor(), cell?.isBgRGB(), cell?.isBgPalette()),
    bold: Boolean(cell?.isBold()),
    dim: Boolean(cell?.isDim()),
    italic: Boolean(cell?.isItalic()),
    underline: Boolean(cell?.isUnderline()),
    inverse: Boolean(cell?.isInverse()),
    strike: Boolean(cell?.isStrikethrough()),
    link: linkOf(terminal, cell),
  }
}

const usualColour: Colour = { kind: 'default' }

function colourOf(value = 0, isDirect = false, isPalette = false): Colour {
  if (isDirect) return { kind: 'direct', rgb: value }
  return isPalette ? { kind: 'palette', index: value } : usualColour
}
