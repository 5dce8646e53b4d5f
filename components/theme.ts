import { createContext } from 'react'
import { type Theme, themes } from '../src/faces/tui/text/theme.ts'

/** The colours that everything below is painted in. */
export const ThemeContext = createContext<Theme>(themes.bare)
