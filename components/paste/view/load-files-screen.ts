/** Only for pastes with files. */
export const loadFilesScreen = () => import('./files/files-screen');
