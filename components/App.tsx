import { Box } from 'ink'
import type { ReactElement } from 'react'
import { formHeight } from '../src/faces/tui/compose/form/form-layout.ts'
import { formPlace, formSize, isOverPanes } from '../src/faces/tui/compose/writing-keys.ts'
import type { Board } from '../src/faces/tui/model/board.ts'
import { helpOf } from '../src/faces/tui/overlays/help/help-lines.ts'
import { takesMarked } from '../src/faces/tui/overlays/palette/palette.ts'
import { paletteLayout } from '../src/faces/tui/overlays/palette/palette-layout.ts'
import { agentPageView } from '../src/faces/tui/panes/boards/agent-page.ts'
import { type Area, isTooSmall, layoutOf } from '../src/faces/tui/panes/layout.ts'
import type { State } from '../src/faces/tui/state.ts'
import { headerView } from '../src/faces/tui/status/header.ts'
import type { Theme } from '../src/faces/tui/text/theme.ts'
import { besideView, boardView, debateView } from '../src/faces/tui/views/board-view.ts'
import { inboxView } from '../src/faces/tui/views/inbox-view.ts'
import { statusView } from '../src/faces/tui/views/status-view.ts'
import { threadView } from '../src/faces/tui/views/thread-view.ts'
import { AgentPage } from './AgentPage.tsx'
import { Choice } from './Choice.tsx'
import { Composer } from './Composer.tsx'
import { Header } from './Header.tsx'
import { Help } from './Help.tsx'
import { InboxPane } from './InboxPane.tsx'
import { Journal } from './Journal.tsx'
import { Offers } from './Offers.tsx'
import { Page } from './Page.tsx'
import { Palette } from './Palette.tsx'
import { Result } from './Result.tsx'
import { RosterPane } from './RosterPane.tsx'
import { Shade } from './Shade.tsx'
import { Sheet } from './Sheet.tsx'
import { StatusBar } from './StatusBar.tsx'
import { Table } from './Table.tsx'
import { ThreadPane } from './ThreadPane.tsx'
import { TooSmall } from './TooSmall.tsx'
import { ThemeContext } from './theme.ts'

type AppProps = { readonly state: State; readonly theme: Theme }

/** The whole screen. */
export function App({ state, theme }: AppProps): ReactElement {
  const { columns, rows } = state.session.size
  return (
    <ThemeContext.Provider value={theme}>
      {isTooSmall(state.session.size) ? (
        <TooSmall size={state.session.size} />
      ) : (
        <Box flexDirection="column" width={columns} height={rows}>
          <Header {...headerView(state)} />
          <Box height={rows - 2} flexShrink={0}>
            {state.panes.board === null ? (
              layoutOf(state).map((area) => <Pane key={area.pane} state={state} area={area} />)
            ) : (
              <Cover state={state} board={state.panes.board} />
            )}
          </Box>
          <Over state={state} />
          <StatusBar view={statusView(state)} />
        </Box>
      )}
    </ThemeContext.Provider>
  )
}

/** A board, or the page that is open on it, over the whole width; on a wide screen what it is about stands beside it. */
function Cover({ state, board }: { readonly state: State; readonly board: Board }): ReactElement {
  const { columns, rows } = state.session.size
  const height = rows - 2
  const beside = besideView(state, board)
  const room = { width: columns - (beside?.width ?? 0), height }
  return (
    <Box>
      <OnBoard state={state} board={board} hasBeside={beside !== null} {...room} />
      {beside === null ? null : beside.type === 'thread' ? (
        <ThreadPane {...beside} height={height} />
      ) : (
        <Page {...beside} top={0} focused={false} height={height} />
      )}
    </Box>
  )
}

type OnBoardProps = {
  readonly state: State
  readonly board: Board
  readonly hasBeside: boolean
  readonly width: number
  readonly height: number
}

function OnBoard({ state, board, hasBeside, ...room }: OnBoardProps): ReactElement {
  const { page } = board
  if (page?.type === 'agent')
    return <AgentPage view={agentPageView(state, page)} top={page.top} hasBeside={hasBeside} {...room} />
  if (page?.type === 'debate') return <Page {...debateView(state, page)} {...room} />
  return (
    <>
      {boardView(state, board, room.width).map((view) => (
        <Table key={view.name} view={view} height={room.height} />
      ))}
    </>
  )
}

function Pane({ state, area }: { readonly state: State; readonly area: Area }): ReactElement {
  const { pane, width, height } = area
  switch (pane) {
    case 'roster': {
      const { roster, focus } = state.panes
      const { me } = state.session
      return <RosterPane roster={roster} me={me} focused={focus === pane} width={width} height={height} />
    }
    case 'inbox':
      return <InboxPane view={inboxView(state, width - 2)} width={width} height={height} />
    case 'thread':
      return <ThreadPane view={threadView(state, width - 2)} width={width} height={height} />
  }
}

/** The overlay over the panes. */
function Over({ state }: Pick<AppProps, 'state'>): ReactElement | null {
  const { overlay } = state
  const { size } = state.session
  switch (overlay.type) {
    case 'help':
      return <Help help={helpOf(state, overlay)} />
    case 'sheet':
      return <Sheet sheet={overlay} size={size} now={state.clock.now} />
    case 'result':
      return <Result result={overlay} size={size} />
    case 'choice':
      return <Choice choice={overlay} size={size} now={state.clock.now} />
    case 'journal':
      return <Journal journal={overlay} session={state.session} clock={state.clock} />
    case 'palette':
      return (
        <Palette
          layout={paletteLayout(state, overlay)}
          chosen={takesMarked(state, overlay) ? overlay.chosen : -1}
        />
      )
    case 'form': {
      const room = formSize(state)
      const { x, y } = formPlace(state, formHeight(overlay.form, room))
      return (
        <>
          {isOverPanes(state) ? <Shade /> : null}
          <Box position="absolute" marginLeft={x} marginTop={y}>
            <Composer form={overlay.form} room={room} />
          </Box>
        </>
      )
    }
    case 'prompt':
      return <Offers prompt={overlay} size={size} now={state.clock.now} />
    case 'none':
    case 'search':
    case 'filter':
    case 'reply':
    case 'post':
      return null
  }
}
