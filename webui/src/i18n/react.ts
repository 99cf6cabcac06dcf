/** The words for components: where the library is named once. */
export { useTranslation } from "react-i18next";
